import { nextFrame } from '../../camera/frame-source.ts';
import type { FaceReading } from '../../face/face-reading.ts';
import type { FaceTracker } from '../../face/face-tracker.ts';
import { unlessAborted } from '../../support/unless-aborted.ts';

/**
 * What the camera shows, frame by frame, one at a time. The next one is taken while this one is read, so that reading
 * never waits for the camera.
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
      // Whoever waits for it hears of it.
      next.catch(() => undefined);
      yield await unlessAborted(reading, signal);
    }
  } finally {
    // Nobody reads it any more.
    next.then(
      ({ bitmap }) => bitmap.close(),
      () => undefined,
    );
  }
}
