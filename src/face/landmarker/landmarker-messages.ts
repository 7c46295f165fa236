import type { FaceReading, TrackerProblem } from '../face-reading.ts';
import type { LandmarkerParts } from './face-engine.ts';

/** What the page asks of the worker. */
export type LandmarkerTask =
  | ({ readonly kind: 'open' } & LandmarkerParts)
  | { readonly kind: 'track'; readonly frame: ImageBitmap; readonly at: number }
  | { readonly kind: 'keep' }
  | { readonly kind: 'picture'; readonly mostBytes: number };

/** What the worker answers. */
export type LandmarkerResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'reading'; readonly reading: FaceReading }
  | { readonly kind: 'picture'; readonly picture: Blob }
  | { readonly kind: 'problem'; readonly problem: TrackerProblem };

/** The worker's first message: it is listening. */
export const READY = 'ready';
