import type { SessionView } from './view.ts';

/** A screen of the policy as the signer counts them. */
export type SignerStepKind =
  'accept' | 'otp' | 'liveness' | 'certificate' | 'documentPhoto' | 'disclosure' | 'other';

export interface SignerStep {
  readonly kind: SignerStepKind;
  readonly done: boolean;
}

/** Undefined: the service does this one, the signer sees no screen for it. */
const KINDS: Readonly<Record<string, SignerStepKind | undefined>> = {
  CLICK_ACCEPT: 'accept',
  OTP_CHALLENGE: 'otp',
  OTP_VERIFY: 'otp',
  BIOMETRIC_LIVENESS: 'liveness',
  BIOMETRIC_MATCH: undefined,
  SERPRO_IDENTITY_CHECK: undefined,
  DIGITAL_SIGN_A1: 'certificate',
  DOCUMENT_PHOTO_MATCH: 'documentPhoto',
  PURPOSE_DISCLOSURE: 'disclosure',
};

/**
 * The screens the signer goes through, in order. Neighbours of one kind are one screen (sending a code and
 * entering it); it is done when all of its steps are.
 */
export function signerSteps(view: SessionView): SignerStep[] {
  const screens: SignerStep[] = [];
  for (const { type, status } of view.steps) {
    const kind = type in KINDS ? KINDS[type] : 'other';
    if (kind === undefined) continue;
    const done = status === 'COMPLETED';
    const last = screens.at(-1);
    if (last?.kind === kind) screens[screens.length - 1] = { kind, done: last.done && done };
    else screens.push({ kind, done });
  }
  return screens;
}
