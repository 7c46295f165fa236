/** Why there is no picture of the signer. */
export type CameraProblem =
  /** The page was not loaded over https. */
  | 'insecure'
  /** The browser has no cameras for pages. */
  | 'unsupported'
  /** A browser inside another app, which keeps the camera from pages. */
  | 'inAppBrowser'
  /** The page, or the one around it, does not allow cameras (Permissions-Policy, `allow` of an iframe). */
  | 'policy'
  | 'noCamera'
  /** Another program has it, or the device does not give it away. */
  | 'inUse'
  /** The signer, or whoever runs the device, said no. */
  | 'denied'
  /** The question was closed without an answer. */
  | 'dismissed'
  /** The browser says nothing at all. */
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
