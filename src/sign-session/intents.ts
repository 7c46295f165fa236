import type { Intent } from '../screens/intent.ts';
import type { SessionController } from '../session/session-controller.ts';
import { returnAddress } from './addresses.ts';
import type { DocumentDesk } from './document-desk.ts';
import { SignRedirectEvent } from './events.ts';
import type { Stage } from './stage.ts';

/** Who does what a screen asks for. */
export interface Doers {
  /** Tells the host page. */
  readonly element: EventTarget;
  readonly session: SessionController;
  readonly stage: Stage;
  readonly desk: DocumentDesk;
}

/** Does what the signer wants. What is done to the session is the session's matter; its answer shows what came of it. */
export function carryOut(intent: Intent, { element, session, stage, desk }: Doers): void {
  switch (intent.kind) {
    case 'accept': {
      const { locale } = stage.translator;
      void session.act({ ...intent, locale, documentView: desk.sighting.view });
      return;
    }
    case 'decline':
    case 'acknowledge':
    case 'submitPhoto':
    case 'verifyCode':
    case 'sendCode':
    case 'handOver':
    case 'signCertificate':
    case 'provePresence':
      void session.act(intent);
      return;
    case 'considerDecline':
      stage.declining(true);
      return;
    case 'keep':
      stage.declining(false);
      session.dismissProblem();
      return;
    case 'reload':
      stage.rooms.retry();
      void session.reload();
      return;
    case 'leave':
      leave(element, session);
      return;
  }
}

/** Goes back to the integrator's site, unless the page around the element would rather do that itself. */
function leave(element: EventTarget, { view }: SessionController): void {
  const url = view && returnAddress(view);
  if (url !== undefined && element.dispatchEvent(new SignRedirectEvent(url))) location.assign(url);
}
