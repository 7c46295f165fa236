import assert from 'node:assert/strict';
import type { Integrator, IntegratorSession } from '../../support/integrator.ts';

/** What a completed session leaves. */
export interface SignedEvidence {
  readonly evidenceId: string;
  readonly session: IntegratorSession;
  readonly signed: Uint8Array;
  readonly pack: Uint8Array;
}

/** A signer who needs no page: reads, agrees, and types the code that came, if one did. */
export async function signWithoutPage(
  base: string,
  { sessionId, clientSecret }: IntegratorSession,
): Promise<string> {
  const accepted = await advance({
    action: 'accept',
    documentView: { pagesViewed: 1, pages: 1, notices: [] },
  });
  const code: unknown = accepted.sandbox?.otpCode;
  const done = code === undefined ? accepted : await advance({ action: 'verify_otp', otpCode: code });
  assert(typeof done.evidenceId === 'string', JSON.stringify(done));
  return done.evidenceId;

  async function advance(body: unknown): Promise<{ evidenceId?: unknown; sandbox?: { otpCode?: unknown } }> {
    const response = await fetch(`${base}/v1/signing-sessions/${sessionId}/advance`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${clientSecret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200);
    return response.json();
  }
}

/** A document signed with a code by e-mail, with its files. */
export async function signedEvidence(
  base: string,
  integrator: Integrator,
  original: Uint8Array,
): Promise<SignedEvidence> {
  const policy = { profile: 'CLICK_PLUS_OTP' };
  const session = await integrator.createSession(original, { policy, locale: 'pt-BR' });
  const evidenceId = await signWithoutPage(base, session);
  return { evidenceId, session, ...(await integrator.results(session.transactionId)) };
}
