import type { GalleryState } from './gallery-state.ts';
import { acceptStates } from './states/accept.ts';
import { batchStates } from './states/batch.ts';
import { certificateStates } from './states/certificate.ts';
import { codeStates } from './states/code.ts';
import { faceStates } from './states/face.ts';
import { otherStates } from './states/others.ts';
import { outcomeStates } from './states/outcome.ts';
import { photoStates } from './states/photo.ts';

/** Everything that the widget can show, about in the order in which a signer may meet it. */
export const GALLERY_STATES: readonly GalleryState[] = [
  ...acceptStates,
  ...batchStates,
  ...codeStates,
  ...faceStates,
  ...certificateStates,
  ...photoStates,
  ...otherStates,
  ...outcomeStates,
];
