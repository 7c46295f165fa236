import type { SessionState } from './state.ts';
import { currentStep, waitsForSigner, isExhausted, type SessionView, type Step } from './view.ts';

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

/** The screens of steps in which the signer acts. */
type StepScreen =
  | 'accept'
  /** Several documents: their list, and the acceptance of all or the certificate that signs them. */
  | 'batch'
  /** A one-time code: choosing where to send it (OTP_CHALLENGE), or entering it (OTP_VERIFY). */
  | 'otp'
  | 'purposeDisclosure'
  /** A digital certificate: choosing one, and signing with it. */
  | 'certificate'
  /** The signer's face, by camera. */
  | 'liveness'
  /** A photo of the signer's identity document. */
  | 'documentPhoto';

/** The steps of a batch are those of a document. */
export type CountedScreen = Exclude<StepScreen, 'batch'>;

/** By the step's type; `waiting` for steps that the service takes by itself. */
export const SCREEN_OF_STEP: ReadonlyMap<string, CountedScreen | 'waiting'> = new Map([
  ['CLICK_ACCEPT', 'accept'],
  ['OTP_CHALLENGE', 'otp'],
  ['OTP_VERIFY', 'otp'],
  ['PURPOSE_DISCLOSURE', 'purposeDisclosure'],
  ['DIGITAL_SIGN_A1', 'certificate'],
  ['BIOMETRIC_LIVENESS', 'liveness'],
  ['BIOMETRIC_MATCH', 'waiting'],
  ['SERPRO_IDENTITY_CHECK', 'waiting'],
  ['DOCUMENT_PHOTO_MATCH', 'documentPhoto'],
]);

/** What the signer sees. */
export type Screen =
  | { readonly kind: 'loading' }
  /** `attemptsExhausted`: the step takes no more attempts; the session stays open until it expires. */
  | { readonly kind: StepScreen | 'attemptsExhausted'; readonly view: SessionView; readonly step: Step }
  /** Another signer or the service has to act (`waiting`), or only the hosted page implements the step (`hostedStep`). */
  | { readonly kind: 'waiting' | 'hostedStep'; readonly view: SessionView }
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
  if (step === undefined || waitsForSigner(view)) return { kind: 'waiting', view };
  if (isExhausted(step)) return { kind: 'attemptsExhausted', view, step };
  const found = SCREEN_OF_STEP.get(step.type);
  const kind = view.batch && (found === 'accept' || found === 'certificate') ? 'batch' : found;
  if (kind === 'waiting') return { kind, view };
  // Without the text there is nothing to acknowledge.
  const isEmpty = kind === 'purposeDisclosure' && view.disclosure === undefined;
  return kind === undefined || isEmpty ? { kind: 'hostedStep', view } : { kind, view, step };
}

/** Does somebody else have to act, so that the widget must watch for changes? */
export function isOthersTurn(view: SessionView): boolean {
  const { kind } = screenForView(view);
  return kind === 'waiting' || kind === 'hostedStep';
}

/** Identifies a screen: while the key stays the same, the element stays and keeps what was typed. */
export function screenKey(screen: Screen): string {
  if (screen.kind === 'outcome') return `outcome ${screen.ending}`;
  if (!('step' in screen)) return screen.kind;
  const document = screen.kind === 'accept' ? ` ${screen.view.document?.digest ?? ''}` : '';
  return `${screen.kind} ${screen.step.stepId}${document}`;
}

/**
 * The steps that the signer counts, in order: is each done? What belongs together is one step, done when all of it is:
 * sending a code and entering it; a screen and the service's check of it; and the face with a photo of a document, which comes
 * in place of that check where a policy falls back on it, so that there are as many steps from first to last.
 */
export function signerSteps(view: SessionView): boolean[] {
  const counted: boolean[] = [];
  let before: string | undefined;
  for (const { type, status } of view.steps) {
    const kind = SCREEN_OF_STEP.get(type) ?? 'other';
    const isDone = status === 'COMPLETED';
    const isCheck = kind === 'waiting';
    // A check before all screens is nothing of the signer's.
    if (isCheck && before === undefined) continue;
    if (isCheck || kind === before || (kind === 'documentPhoto' && before === 'liveness'))
      counted[counted.length - 1] &&= isDone;
    else counted.push(isDone);
    if (!isCheck) before = kind;
  }
  return counted;
}
