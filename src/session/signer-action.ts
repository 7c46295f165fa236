import type { Advance, DocumentView, Geolocation, PhotoDocumentType } from '../api/advance.ts';
import type { SignerClient } from '../api/signer-client.ts';
import type { AdvanceAnswer } from '../api/schemas.ts';
import type { CertificateSigning } from './certificate-signing.ts';
import { handOver } from './hand-over.ts';
import type { PresenceCheck } from './presence-check.ts';
import type { HandoverLink, SessionSnapshot } from './state.ts';
import { currentStep, toSentCode, toSessionView, withEnd, type SessionView, type Step } from './view.ts';

export type { DocumentView, Geolocation, PhotoDocumentType };

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
  /** The photo as JPEG in base64, of the kind of document that the signer says. */
  | { readonly kind: 'submitPhoto'; readonly documentType: PhotoDocumentType; readonly image: string }
  | { readonly kind: 'verifyCode'; readonly code: string }
  | { readonly kind: 'sendCode'; readonly channel?: string | undefined }
  /** Asks for a link that goes on elsewhere. */
  | { readonly kind: 'handOver' }
  | { readonly kind: 'signCertificate'; readonly sign: CertificateSigning }
  /** Shows before the camera that it is them. */
  | { readonly kind: 'provePresence'; readonly perform: PresenceCheck['perform'] };

/** What an action brought. */
export interface Effect {
  /** The session as far as the answer told it. */
  readonly view: SessionView;
  /** Is that all of it, or has the session to be asked for? */
  readonly whole: boolean;
  readonly sandboxCode?: string | undefined;
  readonly handover?: HandoverLink | undefined;
}

/** The body of an action; undefined when it can't be taken now, as accepting a document that nobody sees. */
function advanceOf(
  action: Exclude<SignerAction, { kind: 'decline' | 'signCertificate' | 'provePresence' | 'handOver' }>,
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
    case 'submitPhoto':
      return {
        action: 'submit_document_photo',
        documentType: action.documentType,
        documentImage: action.image,
      };
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
  if (action.kind === 'handOver') {
    return async (client, signal) => ({ view, whole: true, handover: await handOver(view, client, signal) });
  }
  const step = currentStep(view);
  if (action.kind === 'signCertificate') return signingOf(action.sign, view, step, document);
  if (action.kind === 'provePresence') {
    return step && ((client, signal) => answeredBy(action.perform({ client, step }, signal), view));
  }
  const content = advanceOf(action, view, document);
  if (step === undefined || content === undefined) return undefined;
  // What was typed is an entry of this code, also when the next one happens to be the same.
  const of = action.kind === 'verifyCode' ? { ...step, codeExpiresAt: view.code?.expiresAt } : step;
  return async (client, signal) => effectOf(await client.advance(of, content, signal), view);
}

/** Signing is of what is shown; nothing else can be signed. */
function signingOf(
  sign: CertificateSigning,
  view: SessionView,
  step: Step | undefined,
  document: SessionSnapshot['document'],
): ReturnType<typeof requestOf> {
  if (step === undefined || document?.status !== 'loaded') return undefined;
  return (client, signal) => answeredBy(sign({ client, step, shown: document.bytes }, signal), view);
}

/** Without an answer nothing was sent, and the signer knows why. */
async function answeredBy(work: Promise<AdvanceAnswer | undefined>, view: SessionView): Promise<Effect> {
  const answer = await work;
  return answer === undefined ? { view, whole: true } : effectOf(answer, view);
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
