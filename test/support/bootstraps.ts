import { bootstrap } from '../../src/api/schemas.ts';
import { toSessionView } from '../../src/session/read-view.ts';
import type { SessionView } from '../../src/session/view.ts';

/** What the service answers, as it goes over the wire. */
export type WireBootstrap = Readonly<Record<string, unknown>>;

/** An active session that waits for the signer's click, as the service sends it. */
export function bootstrapOf(overrides: WireBootstrap = {}): WireBootstrap {
  return {
    sessionId: 'ss_test',
    transactionId: 'tx_test',
    status: 'ACTIVE',
    purpose: 'DOCUMENT_SIGNATURE',
    signer: { name: 'Maria da Silva', maskedCpf: '***.982.247-**' },
    steps: [{ stepId: 'st_1', type: 'CLICK_ACCEPT', status: 'PENDING', order: 1, attempts: 0 }],
    locale: 'pt-BR',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    serverTime: new Date().toISOString(),
    environment: 'sandbox',
    ...overrides,
  };
}

/** What makes it a session that confirms an action: there is no document to wait for. */
export const ACTION: WireBootstrap = {
  purpose: 'ACTION_AUTHENTICATION',
  document: null,
  action: { type: 'transfer', description: 'Transfer R$ 1.250,00 to João' },
};

/** The view of such a session, as an unnamed signer's. */
export function viewOf(overrides: WireBootstrap = {}): SessionView {
  const wire = {
    sessionId: 'ss_test',
    transactionId: 'tx_test',
    status: 'ACTIVE',
    purpose: 'DOCUMENT_SIGNATURE',
    steps: [step('CLICK_ACCEPT')],
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    ...overrides,
  };
  return toSessionView(bootstrap(wire), Date.now());
}

/** One step of a session, as the service sends it. */
export function step(type: string, status = 'PENDING', order = 1): Readonly<Record<string, unknown>> {
  return { stepId: `st_${type}`, type, status, order, attempts: 0 };
}
