import type { SessionState } from './state.ts';
import { currentStep, isExhausted, type SessionView, type Step } from './view.ts';

/** How a session ended, or why it can't start. */
export type Ending =
  | 'completed'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'invalidLink'
  | 'unsupportedBrowser'
  /** The page was not loaded over https, so the browser offers it no cryptography. */
  | 'insecurePage';

/** What the signer sees. */
export type Screen =
  | { readonly kind: 'loading' }
  | { readonly kind: 'accept'; readonly view: SessionView; readonly step: Step }
  /** A one-time code: choosing where to send it (OTP_CHALLENGE), or entering it (OTP_VERIFY). */
  | { readonly kind: 'otp'; readonly view: SessionView; readonly step: Step }
  | { readonly kind: 'purposeDisclosure'; readonly view: SessionView; readonly step: Step }
  /** A digital certificate: choosing one, and signing with it. */
  | { readonly kind: 'certificate'; readonly view: SessionView; readonly step: Step }
  /** The signer's face, by camera. */
  | { readonly kind: 'liveness'; readonly view: SessionView; readonly step: Step }
  /** A photo of the signer's identity document. */
  | { readonly kind: 'documentPhoto'; readonly view: SessionView; readonly step: Step }
  /** The current step takes no more attempts; the session stays open until it expires. */
  | { readonly kind: 'attemptsExhausted'; readonly view: SessionView; readonly step: Step }
  /** Another signer or the service has to act. */
  | { readonly kind: 'waiting'; readonly view: SessionView }
  /** A step that this widget does not implement: the hosted page does. */
  | { readonly kind: 'hostedStep'; readonly view: SessionView }
  | { readonly kind: 'outcome'; readonly ending: Ending; readonly view: SessionView | undefined }
  /** The session can't be loaded, or the part of the widget for its next step is `missing`. */
  | { readonly kind: 'error'; readonly missing?: 'failed' | 'retryFailed' };

/** The screen for a state. Pure: the same state gives the same screen, on any device, after any reload. */
export function screenFor(state: SessionState): Screen {
  switch (state.phase) {
    case 'idle':
    case 'loading':
      return { kind: 'loading' };
    case 'unreachable':
      return { kind: 'error' };
    case 'closed':
      return { kind: 'outcome', ending: state.ending, view: undefined };
    case 'open':
      return screenForView(state.view);
  }
}

function screenForView(view: SessionView): Screen {
  switch (view.status) {
    case 'ACTIVE':
      return screenForStep(view);
    case 'COMPLETED':
      return { kind: 'outcome', ending: 'completed', view };
    case 'CANCELLED':
      return { kind: 'outcome', ending: view.cancelledBy === 'signer' ? 'declined' : 'cancelled', view };
    case 'EXPIRED':
      return { kind: 'outcome', ending: 'expired', view };
    case 'FAILED':
      return { kind: 'outcome', ending: 'failed', view };
    default:
      return { kind: 'hostedStep', view };
  }
}

function screenForStep(view: SessionView): Screen {
  const step = currentStep(view);
  if (step === undefined || view.waitsForSigner) return { kind: 'waiting', view };
  if (isExhausted(step)) return { kind: 'attemptsExhausted', view, step };
  switch (step.type) {
    case 'BIOMETRIC_MATCH':
    case 'SERPRO_IDENTITY_CHECK':
      // The service does these by itself.
      return { kind: 'waiting', view };
    case 'CLICK_ACCEPT':
      return { kind: 'accept', view, step };
    case 'OTP_CHALLENGE':
    case 'OTP_VERIFY':
      return { kind: 'otp', view, step };
    case 'PURPOSE_DISCLOSURE':
      // Without the text there is nothing to acknowledge.
      return view.disclosure === undefined
        ? { kind: 'hostedStep', view }
        : { kind: 'purposeDisclosure', view, step };
    case 'DIGITAL_SIGN_A1':
      return { kind: 'certificate', view, step };
    case 'BIOMETRIC_LIVENESS':
      return { kind: 'liveness', view, step };
    case 'DOCUMENT_PHOTO_MATCH':
      return { kind: 'documentPhoto', view, step };
    default:
      return { kind: 'hostedStep', view };
  }
}

/** Does somebody else have to act, so that the widget must watch for changes? */
export function isOthersTurn(view: SessionView): boolean {
  const { kind } = screenForView(view);
  return kind === 'waiting' || kind === 'hostedStep';
}

/** Identifies a screen: while the key stays the same, the element stays and keeps what was typed. */
export function screenKey(screen: Screen): string {
  switch (screen.kind) {
    case 'accept':
      return `accept ${screen.step.stepId} ${screen.view.document?.digest ?? ''}`;
    case 'otp':
    case 'purposeDisclosure':
    case 'certificate':
    case 'liveness':
    case 'documentPhoto':
    case 'attemptsExhausted':
      return `${screen.kind} ${screen.step.stepId}`;
    case 'outcome':
      return `outcome ${screen.ending}`;
    case 'loading':
    case 'hostedStep':
    case 'waiting':
    case 'error':
      return screen.kind;
  }
}

export type SignerStepKind =
  'accept' | 'otp' | 'liveness' | 'certificate' | 'documentPhoto' | 'disclosure' | 'other';

/** A screen of the policy, as the signer counts them. */
export interface SignerStep {
  readonly kind: SignerStepKind;
  readonly done: boolean;
}

/** Undefined: the service does this step, without a screen. */
const SIGNER_STEP_KINDS: Readonly<Record<string, SignerStepKind | undefined>> = {
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
 * The screens that the signer goes through, in order. Consecutive steps of one kind are one screen (sending a code
 * and entering it), which is done when all of them are.
 */
export function signerSteps(view: SessionView): SignerStep[] {
  const screens: SignerStep[] = [];
  for (const { type, status } of view.steps) {
    const kind = type in SIGNER_STEP_KINDS ? SIGNER_STEP_KINDS[type] : 'other';
    if (kind === undefined) continue;
    const done = status === 'COMPLETED';
    const last = screens.at(-1);
    if (last?.kind === kind) screens[screens.length - 1] = { kind, done: last.done && done };
    else screens.push({ kind, done });
  }
  return screens;
}
