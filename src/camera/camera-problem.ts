/** Why there is no camera picture. */
export type CameraProblem =
  /** The page was not loaded over https. */
  | 'insecure'
  /** The browser has no camera API. */
  | 'unsupported'
  /** A browser inside another app, which blocks the camera for pages. */
  | 'inAppBrowser'
  /** The page, or the one around it, does not allow cameras (Permissions-Policy, `allow` of an iframe). */
  | 'policy'
  | 'noCamera'
  /** Another program uses it, or the device refuses. */
  | 'inUse'
  /** The signer or the device's administrator refused. */
  | 'denied'
  /** The prompt was closed without an answer. */
  | 'dismissed'
  /** The browser does not answer. */
  | 'unanswered'
  /** The camera stopped by itself. */
  | 'lost'
  | 'webgl'
  | 'wasm';

export class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly problem: CameraProblem;

  constructor(problem: CameraProblem, options?: ErrorOptions) {
    super(`No camera: ${problem}`, options);
    this.problem = problem;
  }
}
