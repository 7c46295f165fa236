import { returnAddress } from '@sign-session/session-rules';
import type { Intent } from '../session/intents.ts';
import { RECEIPT_FRAGMENT } from '../session/receipt-fragment.ts';
import type { SessionController } from '../session/session-controller.ts';
import { currentStep, isExhausted, type SessionView } from '../session/view.ts';
import type { DocumentSlot } from './document-slot.ts';
import { SignRedirectEvent } from './events.ts';
import type { ScreenRouter } from './screen-router.ts';

/** The element: its dialog can be closed. */
type ClosableTarget = EventTarget & { close(): void };

/** The parts of the element that handle intents. */
interface IntentContext {
  /** Dispatches the events for the host page. */
  readonly element: ClosableTarget;
  readonly session: SessionController;
  readonly router: ScreenRouter;
  readonly documents: DocumentSlot;
}

/** Carries out a screen's intent, or passes it to the session. */
export function handleIntent(intent: Intent, { element, session, router, documents }: IntentContext): void {
  const { kind } = intent;
  if (kind === 'openDecline') router.setDeclining(true);
  else if (kind === 'closeDecline') {
    router.setDeclining(false);
    // What failed on the screen below is still so.
    if (session.snapshot.error?.action === 'decline') session.dismissError();
  } else if (kind === 'reload') {
    router.retry();
    void session.reload();
  } else if (kind === 'retryDocument') documents.retry();
  else if (kind === 'leave') leave(element, session.view);
  else
    void session.perform(intent, {
      locale: router.translator.locale,
      documentView: documents.documentView,
    });
}

/** Goes back to the integrator's site, unless the page cancels the event; without an address closes the dialog. */
function leave(element: ClosableTarget, view: SessionView | undefined): void {
  const url = view && addressAfter(view);
  if (url === undefined) element.close();
  else if (element.dispatchEvent(new SignRedirectEvent(url))) location.assign(url);
}

/**
 * The address to return to: `returnUrl` after completion, `cancelUrl` after any other end, with the session's id and
 * status as query parameters. Undefined while the session is open, or without an address.
 *
 * The receipt goes into the fragment, which browsers send to no server and no log sees. A fragment that is there is a
 * place in the page or the address of a router: it stays as it is, and the receipt away.
 */
export function addressAfter(view: SessionView): string | undefined {
  const { status, returnUrl, cancelUrl, sessionId, receipt } = view;
  const step = currentStep(view);
  const isOpen = status === 'ACTIVE' && !(step && isExhausted(step));
  const address = status === 'COMPLETED' ? returnUrl : isOpen ? undefined : cancelUrl;
  if (address === undefined) return undefined;
  const url = returnAddress(address, sessionId, status);
  return receipt === undefined || /#./.test(url)
    ? url
    : `${url.replace('#', '')}#${RECEIPT_FRAGMENT}=${receipt}`;
}
