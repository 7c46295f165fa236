import type { SessionState } from './state.ts';
import { currentStep, isExhausted, type SessionView, type Step } from './view.ts';

/** How a session ended, or why it can't begin. */
export type Ending =
  | 'completed'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'invalidLink'
  | 'unsupportedBrowser'
  /** The page was not loaded over https, so the browser has no cryptography for it. */
  | 'insecurePage';

/** What the signer sees. A screen stays the same screen while its `kind` (and its step) stays the same. */
export type Screen =
  | { readonly kind: 'loading' }
  | { readonly kind: 'accept'; readonly view: SessionView; readonly step: Step }
  /** A one-time code: choosing where it goes (OTP_CHALLENGE), or entering it (OTP_VERIFY). */
  | { readonly kind: 'otp'; readonly view: SessionView; readonly step: Step }
  | { readonly kind: 'purposeDisclosure'; readonly view: SessionView; readonly step: Step }
  /** A digital certificate: choosing one, and signing with it. */
  | { readonly kind: 'certificate'; readonly view: SessionView; readonly step: Step }
  /** The signer's face before the camera. */
  | { readonly kind: 'liveness'; readonly view: SessionView; readonly step: Step }
  /** A photo of the signer's identity document. */
  | { readonly kind: 'documentPhoto'; readonly view: SessionView; readonly step: Step }
  /** The current step takes no more tries; the session stays open until its end. */
  | { readonly kind: 'exhausted'; readonly view: SessionView; readonly step: Step }
  /** Others are at work; the signer waits. */
  | { readonly kind: 'waiting'; readonly view: SessionView }
  /** A step that this widget doesn't have (yet): the hosted page has it. */
  | { readonly kind: 'hostedStep'; readonly view: SessionView }
  | { readonly kind: 'outcome'; readonly ending: Ending; readonly view: SessionView | undefined }
  /** The session can't be loaded, or the part of the widget for its next step is `missing`: `lost` after another try. */
  | { readonly kind: 'trouble'; readonly missing?: 'failed' | 'lost' };

/** The screen for a state. Pure: the same state gives the same screen, on any device, after any reload. */
export function screenFor(state: SessionState): Screen {
  switch (state.phase) {
    case 'idle':
    case 'loading':
      return { kind: 'loading' };
    case 'unreachable':
      return { kind: 'trouble' };
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
  if (isExhausted(step)) return { kind: 'exhausted', view, step };
  switch (step.type) {
    case 'BIOMETRIC_MATCH':
    case 'SERPRO_IDENTITY_CHECK':
      // Nothing for the signer to do: the service is at it.
      return { kind: 'waiting', view };
    case 'CLICK_ACCEPT':
      return { kind: 'accept', view, step };
    case 'OTP_CHALLENGE':
    case 'OTP_VERIFY':
      return { kind: 'otp', view, step };
    case 'PURPOSE_DISCLOSURE':
      // What is to be acknowledged has to be read first.
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

/** Does the session go on without the signer, so that the service has to be followed? */
export function isOthersTurn(view: SessionView): boolean {
  const { kind } = screenForView(view);
  return kind === 'waiting' || kind === 'hostedStep';
}

/** A screen stays the same one, and keeps what was typed, as long as its key does. */
export function screenKey(screen: Screen): string {
  switch (screen.kind) {
    case 'accept':
      return `accept ${screen.step.stepId} ${screen.view.document?.digest ?? ''}`;
    case 'otp':
    case 'purposeDisclosure':
    case 'certificate':
    case 'liveness':
    case 'documentPhoto':
    case 'exhausted':
      return `${screen.kind} ${screen.step.stepId}`;
    case 'outcome':
      return `outcome ${screen.ending}`;
    case 'loading':
    case 'hostedStep':
    case 'waiting':
    case 'trouble':
      return screen.kind;
  }
}
