import type { Bootstrap } from '../../src/api/schemas.ts';
import { toSessionView, type SessionView } from '../../src/session/view.ts';

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

/** The view of such a session. */
export function viewOf(overrides: Partial<Bootstrap> = {}): SessionView {
  const bootstrap: Bootstrap = {
    sessionId: 'ss_test',
    transactionId: 'tx_test',
    status: 'ACTIVE',
    purpose: 'DOCUMENT_SIGNATURE',
    steps: [step('CLICK_ACCEPT')],
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    signer: undefined,
    locale: undefined,
    serverTime: undefined,
    environment: undefined,
    document: undefined,
    action: undefined,
    appearance: undefined,
    returnUrl: undefined,
    cancelUrl: undefined,
    completedAt: undefined,
    evidenceId: undefined,
    verifierUrl: undefined,
    downloadUrl: undefined,
    hostedUrl: undefined,
    cancelledBy: undefined,
    ...overrides,
  };
  return toSessionView(bootstrap, Date.now());
}

/** One step of a session. */
export function step(type: string, status = 'PENDING', order = 1): Bootstrap['steps'][number] {
  return { stepId: `st_${type}`, type, status, order, attempts: 0 };
}
