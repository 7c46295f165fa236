import { nextFrame } from '../../camera/frame-source.ts';
import type { FaceReading } from '../../face/face-reading.ts';
import type { FaceTracker } from '../../face/face-tracker.ts';
import { unlessAborted } from '../../support/unless-aborted.ts';

/**
 * The camera's frames, one at a time, with their readings. The next frame is fetched while the current one is read, so
 * that reading never waits for the camera.
 */
export async function* seenFrames(
  video: HTMLVideoElement,
  tracker: FaceTracker,
  signal: AbortSignal,
): AsyncGenerator<FaceReading> {
  let next = nextFrame(video, signal);
  try {
    while (!signal.aborted) {
      const { bitmap, at } = await next;
      const reading = tracker.track(bitmap, at);
      next = nextFrame(video, signal);
      // Avoids an unhandled rejection before it is awaited.
      next.catch(() => undefined);
      yield await unlessAborted(reading, signal);
    }
  } finally {
    // The last frame is not read any more.
    next.then(
      ({ bitmap }) => bitmap.close(),
      () => undefined,
    );
  }
}
