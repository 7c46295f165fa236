import { fakeCamera } from '../../../packages/testing/src/index.ts';

/** The camera that the widget gets on this page. */
export const CAMERAS = [
  ['own', 'Own'],
  ['dark', 'A dark picture'],
  ['empty', 'Nobody in the picture'],
  ['none', 'No camera'],
  ['denied', 'Permission denied'],
] as const;
export type CameraMode = (typeof CAMERAS)[number][0];

/** Replaces the page's camera. Does nothing in browsers without cameras. */
export function simulateCamera(mode: CameraMode): void {
  if (mode === 'own') fakeCamera('none').restore();
  else fakeCamera(mode);
}
