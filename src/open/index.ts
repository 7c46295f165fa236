/** Opens a signing from a button of yours, and reads what a signer comes back with. Small: the element is loaded when needed. */
export type { FrameMessage } from '../frame/frame-message.ts';
export { listenToFrame } from '../frame/frame-message.ts';
export { openSigning } from './open-signing.ts';
export { SigningError } from './signing.ts';
export type { PopupWindow, Signing, SigningMode, SigningOptions, SigningResult } from './signing.ts';
export { hasReturned, resume, takeReceipt } from './take-receipt.ts';
export type { Return } from './take-receipt.ts';
