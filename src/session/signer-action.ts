import type { Advance, DocumentView, Geolocation } from '../api/advance.ts';
import type { SignerClient } from '../api/signer-client.ts';
import type { AdvanceAnswer } from '../api/schemas.ts';
import type { CertificateSigning } from './certificate-signing.ts';
import type { SessionSnapshot } from './state.ts';
import { currentStep, toSentCode, toSessionView, withEnd, type SessionView, type Step } from './view.ts';

export type { DocumentView, Geolocation };

/** What the signer does to the session. */
export type SignerAction =
  | {
      readonly kind: 'accept';
      readonly textVersion: string;
      readonly locale: string;
      readonly documentView?: DocumentView | undefined;
      readonly geolocation?: Geolocation | undefined;
    }
  | { readonly kind: 'decline'; readonly reason: string }
  | { readonly kind: 'acknowledge'; readonly version: string }
  | { readonly kind: 'verifyCode'; readonly code: string }
  | { readonly kind: 'sendCode'; readonly channel?: string | undefined }
  | { readonly kind: 'signCertificate'; readonly sign: CertificateSigning };

/** What an action brought. */
export interface Effect {
  /** The session as far as the answer told it. */
  readonly view: SessionView;
  /** Is that all of it, or has the session to be asked for? */
  readonly whole: boolean;
  readonly sandboxCode?: string | undefined;
}

/** The body of an action; undefined when it can't be taken now, as accepting a document that nobody sees. */
function advanceOf(
  action: Exclude<SignerAction, { kind: 'decline' | 'signCertificate' }>,
  view: SessionView,
  document: SessionSnapshot['document'],
): Advance | undefined {
  switch (action.kind) {
    case 'accept': {
      const { kind: _, documentView, geolocation, ...consent } = action;
      if (view.document !== undefined && document?.status !== 'loaded') return undefined;
      return {
        action: 'accept',
        ...(document?.status === 'loaded' ? { acceptedDocumentHash: `sha256:${document.digest}` } : {}),
        ...consent,
        ...(documentView === undefined ? {} : { documentView }),
        ...(geolocation === undefined ? {} : { geolocation }),
      };
    }
    case 'acknowledge':
      return { action: 'acknowledge_purpose', acknowledged: true, disclosureVersion: action.version };
    case 'verifyCode':
      return { action: 'verify_otp', otpCode: action.code };
    case 'sendCode':
      return {
        action: 'resend_otp',
        ...(action.channel === undefined ? {} : { otpChannel: action.channel }),
      };
  }
}

/** How an action is sent; undefined when it can't be taken now. */
export function requestOf(
  action: SignerAction,
  view: SessionView,
  document: SessionSnapshot['document'],
): ((client: SignerClient, signal: AbortSignal) => Promise<Effect>) | undefined {
  if (action.kind === 'decline') return (client, signal) => decline(action.reason, view, client, signal);
  const step = currentStep(view);
  if (action.kind === 'signCertificate') return signingOf(action.sign, view, step, document);
  const content = advanceOf(action, view, document);
  if (step === undefined || content === undefined) return undefined;
  return async (client, signal) => effectOf(await client.advance(step, content, signal), view);
}

/** Signing is of what is shown; nothing else can be signed. */
function signingOf(
  sign: CertificateSigning,
  view: SessionView,
  step: Step | undefined,
  document: SessionSnapshot['document'],
): ReturnType<typeof requestOf> {
  if (step === undefined || document?.status !== 'loaded') return undefined;
  return async (client, signal) => {
    const answer = await sign({ client, step, shown: document.bytes }, signal);
    return answer === undefined ? { view, whole: true } : effectOf(answer, view);
  };
}

function effectOf(answer: AdvanceAnswer, before: SessionView): Effect {
  const { session, otp, sandbox } = answer;
  const code = toSentCode(otp);
  const view = session === undefined ? withEnd(before, answer) : toSessionView(session, Date.now());
  return {
    view: { ...view, code: view.code ?? code },
    whole: session !== undefined,
    sandboxCode: sandbox?.otpCode,
  };
}

/** Not every service tells who cancelled; here we know. */
async function decline(
  reason: string,
  before: SessionView,
  client: SignerClient,
  signal: AbortSignal,
): Promise<Effect> {
  const { status } = await client.decline(reason, signal);
  return { view: withEnd(before, { status, cancelledBy: 'signer' }), whole: false };
}
