import type { Advance } from '../api/advance.ts';
import { StatusError } from '../api/errors.ts';
import type { AdvanceAnswer } from '../api/schemas.ts';
import type { FrameAppearance, SignerClient } from '../api/signer-client.ts';
import type { DocumentLoad } from '../document/document-load.ts';
import { actionError, isRefusedSecret, unknownOutcome } from './errors.ts';
import type { AcceptContext, PendingAction, SessionIntent, StepWork } from './intents.ts';
import { toSentCode, toSessionView, withEnd } from './read-view.ts';
import type { ActionResult, HandoverLink } from './state.ts';
import { currentStep, isEnded, progressKey, withKnown, type SessionView, type Step } from './view.ts';

/*
 * What happens to an intent between the controller and the client: `requestFor` builds the request, `runAction`
 * sends it and finds out whether it was carried out. Both return an `ActionResult`.
 */

/** Sends an action once. */
export type ActionRequest = (client: SignerClient, signal: AbortSignal) => Promise<ActionResult>;

/** What an action applies to. */
interface ActionContext extends AcceptContext {
  readonly view: SessionView;
  readonly document: DocumentLoad | undefined;
}

/**
 * The request of an intent; undefined when it isn't possible now. A document that is not shown can't be accepted
 * or signed.
 */
export function requestFor(intent: SessionIntent, context: ActionContext): ActionRequest | undefined {
  const { view, document } = context;
  switch (intent.kind) {
    case 'decline':
      return (client, signal) => decline(intent.reason, view, client, signal);
    case 'handOver':
      return async (client, signal) => ({
        view,
        handover: await handOver(view, client, signal, intent.appearance),
      });
    case 'signCertificate':
      // The screen of a batch has its documents.
      return document?.status === 'loaded'
        ? workRequest(intent.work, view, document.bytes)
        : view.batch && workRequest(intent.work, view, undefined);
    case 'batch':
    case 'cloudCertificate':
    case 'proveLiveness':
      return workRequest(intent.work, view, undefined);
    case 'accept':
    case 'acknowledge':
    case 'submitPhoto':
    case 'verifyCode':
    case 'sendCode':
      return advanceRequest(intent, context);
  }
}

type AdvanceIntent = Exclude<
  SessionIntent,
  { kind: 'decline' | 'batch' | 'signCertificate' | 'cloudCertificate' | 'proveLiveness' | 'handOver' }
>;

function advanceRequest(intent: AdvanceIntent, context: ActionContext): ActionRequest | undefined {
  const { view } = context;
  const step = currentStep(view);
  const body = advanceBody(intent, context);
  if (step === undefined || body === undefined) return undefined;
  // The same digits for another code are a different request, so the idempotency key must differ.
  const reference = intent.kind === 'verifyCode' ? { ...step, codeExpiresAt: view.code?.expiresAt } : step;
  return async (client, signal) => resultOf(await client.advance(reference, body, signal), view);
}

function advanceBody(
  intent: AdvanceIntent,
  { view, document, locale, documentView }: ActionContext,
): Advance | undefined {
  switch (intent.kind) {
    case 'accept': {
      const { textVersion, geolocation, shown } = intent;
      if (view.document !== undefined && document?.status !== 'loaded') return undefined;
      return {
        action: 'accept',
        ...(document?.status === 'loaded' ? { acceptedDocumentHash: `sha256:${document.digest}` } : {}),
        textVersion,
        locale,
        ...(documentView === undefined ? {} : { documentView: { ...documentView, ...shown } }),
        ...(geolocation === undefined ? {} : { geolocation }),
      };
    }
    case 'acknowledge':
      return { action: 'acknowledge_purpose', acknowledged: true, disclosureVersion: intent.version };
    case 'submitPhoto':
      return {
        action: 'submit_document_photo',
        documentType: intent.documentType,
        documentImage: intent.image,
      };
    case 'verifyCode':
      return { action: 'verify_otp', otpCode: intent.code };
    case 'sendCode':
      return {
        action: 'resend_otp',
        ...(intent.channel === undefined ? {} : { otpChannel: intent.channel }),
      };
  }
}

/** A step of several requests. Without an answer nothing was sent, and the screen shows why. */
function workRequest(
  work: StepWork,
  view: SessionView,
  shown: Uint8Array<ArrayBuffer> | undefined,
): ActionRequest | undefined {
  // The signed documents of a batch are read when no step is left.
  const step: Step | undefined = currentStep(view) ?? (view.batch && view.steps.at(-1));
  if (step === undefined) return undefined;
  return async (client, signal) => {
    const answer = await work({ client, step, shown }, signal);
    return answer === undefined ? { view } : resultOf(answer, view);
  };
}

function resultOf(answer: AdvanceAnswer, before: SessionView): ActionResult {
  const { session, otp, sandbox } = answer;
  const view = session === undefined ? withEnd(before, answer) : toSessionView(session, Date.now());
  return {
    view: { ...view, code: view.code ?? toSentCode(otp) },
    isPartial: session === undefined,
    sandboxCode: sandbox?.otpCode,
  };
}

/** Declines. Not every service says who cancelled, so the result does. */
async function decline(
  reason: string,
  before: SessionView,
  client: SignerClient,
  signal: AbortSignal,
): Promise<ActionResult> {
  const { status } = await client.decline(reason, signal);
  return { view: withEnd(before, { status, cancelledBy: 'signer' }), isPartial: true };
}

/** Falls back to the signer's own link where the service has no handover route (signer API, section 2). */
async function handOver(
  { hostedUrl, clockOffset }: SessionView,
  client: SignerClient,
  signal: AbortSignal,
  appearance: FrameAppearance | undefined,
): Promise<HandoverLink> {
  try {
    const { url, expiresAt } = await client.handOver(signal, appearance);
    return { url, expiresAt: Date.parse(expiresAt) - clockOffset };
  } catch (error) {
    signal.throwIfAborted();
    const isUnknownRoute = error instanceof StatusError && [404, 405, 501].includes(error.status);
    if (hostedUrl === undefined || !isUnknownRoute) throw error;
    return { url: client.signerLink(hostedUrl) };
  }
}

/** The session as the service has it now. */
export async function loadView(client: SignerClient, signal: AbortSignal): Promise<SessionView> {
  return toSessionView(await client.load(signal), Date.now());
}

interface ActionRun {
  readonly kind: PendingAction;
  readonly before: SessionView;
  readonly client: SignerClient;
  readonly signal: AbortSignal;
  readonly request: ActionRequest;
  /** Called when the session has ended, before the rest of it is loaded. */
  readonly onEnd: (view: SessionView) => void;
}

/**
 * Runs an action of the signer. When it fails, the service is asked for the session before anything is reported:
 * an answer that was lost may belong to a request that was carried out. Rejects only when `signal` aborts.
 */
export async function runAction(run: ActionRun): Promise<ActionResult> {
  const { client, signal, request } = run;
  try {
    const result = await request(client, signal);
    if (result.view === undefined || !result.isPartial) return result;
    return { ...result, view: await reload(result.view, run) };
  } catch (error) {
    signal.throwIfAborted();
    return reconcile(error, run);
  }
}

/** Loads the rest of a session of which an answer contained a part. If that fails, the part still holds for an end. */
async function reload(known: SessionView, { client, signal, onEnd }: ActionRun): Promise<SessionView> {
  if (isEnded(known)) onEnd(known);
  try {
    const view = await loadView(client, signal);
    return { ...view, cancelledBy: view.cancelledBy ?? known.cancelledBy, code: view.code ?? known.code };
  } catch (error) {
    if (signal.aborted || !isEnded(known)) throw error;
    return known;
  }
}

/** Finds out whether an action that failed was carried out all the same. */
async function reconcile(error: unknown, { kind, before, client, signal }: ActionRun): Promise<ActionResult> {
  try {
    const view = withKnown(await loadView(client, signal), before);
    const isDone = kind === 'check' || isEnded(view) || progressKey(view) !== progressKey(before);
    return isDone ? { view } : { view, error: actionError(error, kind) };
  } catch (cause) {
    signal.throwIfAborted();
    // Even a refusal says nothing about the action: the session was open, and may have been signed.
    return { error: unknownOutcome(error, kind, navigator.onLine), isSecretRefused: isRefusedSecret(cause) };
  }
}
