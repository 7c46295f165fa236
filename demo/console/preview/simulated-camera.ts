/** The camera that the widget gets on this page. */
export const CAMERAS = [
  ['own', 'Own'],
  ['dark', 'A dark picture'],
  ['empty', 'Nobody in the picture'],
  ['none', 'No camera'],
  ['denied', 'Permission denied'],
] as const;
export type CameraMode = (typeof CAMERAS)[number][0];

const SIZE = { width: 640, height: 480 } as const;
const FRAMES_A_SECOND = 15;

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

/** Replaces the page's camera. Does nothing in browsers without cameras. */
export function simulateCamera(mode: CameraMode): void {
  const { mediaDevices }: { mediaDevices?: MediaDevices } = navigator;
  if (mediaDevices === undefined) return;
  for (const name of ['getUserMedia', 'enumerateDevices']) Reflect.deleteProperty(mediaDevices, name);
  if (mode === 'own') return;
  const open = async (): Promise<MediaStream> => {
    if (mode === 'none') throw new DOMException('Requested device not found', 'NotFoundError');
    if (mode === 'denied') throw new DOMException('Permission denied', 'NotAllowedError');
    return plainPicture(mode === 'dark' ? '#060606' : '#b9bec6');
  };
  const kind = mode === 'none' ? 'audioinput' : 'videoinput';
  const list = async () => [{ kind, deviceId: 'simulated', groupId: '', label: '' }];
  Object.defineProperty(mediaDevices, 'getUserMedia', { configurable: true, value: open });
  Object.defineProperty(mediaDevices, 'enumerateDevices', { configurable: true, value: list });
}
