/** A camera that a test can have behave as it likes: takes the place of `navigator.mediaDevices`' two questions. */

type Ask = MediaDevices['getUserMedia'];

/** Without it, as in Firefox without a graphics card, the camera step says so and goes no further: tests skip what follows. */
export const hasWebGl = (): boolean => document.createElement('canvas').getContext('webgl2') !== null;

/** A stream of a blank picture, as a camera gives one. */
export function blankStream(label = 'Front camera'): MediaStream {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [640, 480];
  canvas.getContext('2d')?.fillRect(0, 0, 640, 480);
  const stream = canvas.captureStream(10);
  for (const track of stream.getTracks()) Object.defineProperty(track, 'label', { value: label });
  return stream;
}

/** A stream that goes on: a canvas that nobody draws on gives no pictures. */
export function movingStream(): MediaStream {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [640, 480];
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream(20);
  const timer = setInterval(() => {
    if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) clearInterval(timer);
    else context?.fillRect(0, 0, 640, 480);
  }, 50);
  return stream;
}

/** What a browser rejects with, by its name in Media Capture and Streams. */
export const refusing =
  (name: string): Ask =>
  () =>
    Promise.reject(new DOMException('Refused', name));

export class CameraStandIn {
  /** The constraints of each question, in order. */
  readonly asked: MediaStreamConstraints[] = [];
  /** Every stream that was given. */
  readonly given: MediaStream[] = [];
  readonly #ask: Ask;
  readonly #list: MediaDevices['enumerateDevices'];

  /** @param answers one after the other; the last one stays. @param labels of the cameras, in the browser's order. */
  constructor(answers: readonly Ask[], labels: readonly string[] = ['Front camera']) {
    const { mediaDevices } = navigator;
    this.#ask = mediaDevices.getUserMedia.bind(mediaDevices);
    this.#list = mediaDevices.enumerateDevices.bind(mediaDevices);
    mediaDevices.getUserMedia = async constraints => {
      this.asked.push(constraints ?? {});
      const answer = answers[Math.min(this.asked.length, answers.length) - 1] ?? refusing('NotFoundError');
      const stream = await answer(constraints);
      this.given.push(stream);
      return stream;
    };
    mediaDevices.enumerateDevices = () =>
      Promise.resolve(
        labels.map((label, index) => {
          const device = { kind: 'videoinput', deviceId: `camera-${index}`, groupId: '', label } as const;
          return { ...device, toJSON: () => device };
        }),
      );
  }

  /** Are all cameras off that were ever on? */
  get off(): boolean {
    return this.given.every(stream => stream.getTracks().every(({ readyState }) => readyState === 'ended'));
  }

  restore(): void {
    navigator.mediaDevices.getUserMedia = this.#ask;
    navigator.mediaDevices.enumerateDevices = this.#list;
  }
}
