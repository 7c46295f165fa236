import type { en } from './en.ts';

/** The texts of the verifier page. */
export type VerifyMessages = typeof en;

/** Results without a reason. */
export type PlainResult = keyof VerifyMessages['results'];

/** Why a signature is not valid or can't be decided. */
export type Reason = keyof VerifyMessages['reasons'];
