/**
 * - `empty`: nobody in the picture; `dark`: too dark to see.
 * - `denied`: the signer forbids it; `busy`: another program has it; `none`: there is none.
 */
export type FakeCameraKind = 'empty' | 'dark' | 'denied' | 'busy' | 'none';

const SIZE = { width: 640, height: 480 } as const;
const FRAMES_A_SECOND = 15;

const REFUSALS = {
  none: ['Requested device not found', 'NotFoundError'],
  denied: ['Permission denied', 'NotAllowedError'],
  busy: ['Could not start video source', 'NotReadableError'],
} as const;

/** A stream of one colour. No real camera is opened. */
function plainPicture(colour: string): MediaStream {
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream(FRAMES_A_SECOND);
  let shade = 0;
  // A canvas sends a frame only after a drawing.
  const timer = setInterval(() => {
    if (stream.getTracks().every(track => track.readyState === 'ended')) clearInterval(timer);
    if (context === null) return;
    context.fillStyle = colour;
    context.fillRect(0, 0, SIZE.width, SIZE.height);
    shade = (shade + 1) % 2;
    context.fillStyle = `rgb(0 0 0 / ${shade}%)`;
    context.fillRect(0, 0, 1, 1);
  }, 1000 / FRAMES_A_SECOND);
  return stream;
}

/**
 * Takes the place of the page's camera, in every browser and without flags. A picture of your own, such as a film of a
 * face, comes from a function that opens its stream.
 *
 * @returns `restore`, which gives the page its own camera back. Where a browser has no `mediaDevices`, nothing changes.
 */
export function fakeCamera(kind: FakeCameraKind | (() => MediaStream | Promise<MediaStream>)): {
  readonly restore: () => void;
} {
  const { mediaDevices }: { mediaDevices?: MediaDevices } = navigator;
  const restore = (): void => {
    if (mediaDevices === undefined) return;
    for (const name of ['getUserMedia', 'enumerateDevices']) Reflect.deleteProperty(mediaDevices, name);
  };
  restore();
  if (mediaDevices === undefined) return { restore };
  const open = async (): Promise<MediaStream> => {
    if (typeof kind === 'function') return kind();
    if (kind === 'dark' || kind === 'empty') return plainPicture(kind === 'dark' ? '#060606' : '#b9bec6');
    throw new DOMException(...REFUSALS[kind]);
  };
  const device = {
    kind: kind === 'none' ? 'audioinput' : 'videoinput',
    deviceId: 'fake',
    groupId: '',
    label: '',
  };
  Object.defineProperty(mediaDevices, 'getUserMedia', { configurable: true, value: open });
  Object.defineProperty(mediaDevices, 'enumerateDevices', {
    configurable: true,
    value: async () => [device],
  });
  return { restore };
}
