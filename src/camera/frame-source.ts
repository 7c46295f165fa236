import { CameraError } from './preflight.ts';

/** One picture of the camera and when it was taken, ms. */
interface CameraFrame {
  readonly bitmap: ImageBitmap;
  readonly at: number;
}

/** ms without any picture after which the camera counts as in use. */
const PICTURE_WITHIN = 10_000;

/**
 * Plays a stream in a video element, and resolves with its first picture.
 *
 * @param within ms.
 * @throws CameraError `inUse` when none comes; when `signal` aborts, its reason.
 */
export async function showStream(
  video: HTMLVideoElement,
  stream: MediaStream,
  signal: AbortSignal,
  within: number = PICTURE_WITHIN,
): Promise<void> {
  const end = performance.now() + within;
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  // Never settles without a picture. Rejects when the element is removed or gets another stream, when nobody waits.
  video.play().catch(() => undefined);
  while (video.videoWidth === 0) {
    await nextPicture(video, end, signal);
    if (performance.now() >= end && video.videoWidth === 0) throw new CameraError('inUse');
  }
  signal.throwIfAborted();
}

/**
 * The next picture of a video that plays.
 *
 * @param within ms.
 * @throws CameraError `lost` when none comes, because not every camera that stops fires an event; the signal's reason
 *   when it aborts.
 */
export async function nextFrame(
  video: HTMLVideoElement,
  signal: AbortSignal,
  within: number = PICTURE_WITHIN,
): Promise<CameraFrame> {
  const end = performance.now() + within;
  for (;;) {
    await nextPicture(video, end, signal);
    signal.throwIfAborted();
    if (performance.now() >= end) throw new CameraError('lost');
    if (hasPicture(video)) return { bitmap: await bitmapOf(video, signal), at: performance.now() };
  }
}

/**
 * While a phone is rotated the video briefly has no size, which would break the landmarker. When the camera starts it
 * briefly has a size but no data, of which no picture can be made.
 */
function hasPicture(video: HTMLVideoElement): boolean {
  return video.videoWidth > 0 && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
}

async function bitmapOf(video: HTMLVideoElement, signal: AbortSignal): Promise<ImageBitmap> {
  const making = createImageBitmap(video);
  const bitmap = await making.catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new CameraError('lost', { cause });
  });
  // Created while the video was switched to another camera: an aborted call must not return it.
  if (signal.aborted) bitmap.close();
  signal.throwIfAborted();
  return bitmap;
}

/** Resolves with the next picture, and at `end` by `performance.now()` at the latest. */
function nextPicture(video: HTMLVideoElement, end: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new DOMException('The video is no longer wanted.', 'AbortError'));
    };
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve();
    };
    const timer = setTimeout(done, end - performance.now());
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    // Firefox before 132 has no requestVideoFrameCallback, only animation frames.
    const tells = 'requestVideoFrameCallback' in video && video.videoWidth > 0;
    if (tells) video.requestVideoFrameCallback(done);
    else requestAnimationFrame(done);
  });
}
