import assert from 'node:assert/strict';
import type { Integrator, IntegratorSession } from '../../../../test/support/integrator.ts';

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
  { sessionId, clientSecret }: Pick<IntegratorSession, 'sessionId' | 'clientSecret'>,
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

const SIGNERS = [
  { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@exemplo.com.br' },
  { name: 'João Pereira', cpf: '11144477735', email: 'joao@exemplo.com.br' },
];

/** A document that two people have signed by click: the ids of their evidence, and the file with both signatures. */
export async function signedEnvelope(
  base: string,
  original: Uint8Array,
): Promise<{ readonly ids: readonly string[]; readonly combined: Uint8Array }> {
  const form = {
    grant_type: 'client_credentials',
    client_id: 'local',
    client_secret: 'local-secret',
    scope: 'transactions:write',
  };
  const { access_token: token } = await answered(
    await fetch(`${base}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) }),
  );
  const content = Buffer.from(original).toString('base64');
  const { envelopeId } = await post('/v1/envelopes', {
    signingMode: 'PARALLEL',
    totalSigners: SIGNERS.length,
    document: { content, filename: 'contrato.pdf' },
  });
  const ids: string[] = [];
  for (const [index, signer] of SIGNERS.entries()) {
    const { sessionId, clientSecret } = await post(`/v1/envelopes/${envelopeId}/sessions`, {
      signerIndex: index + 1,
      signer: { ...signer, userExternalId: signer.cpf },
      policy: { profile: 'CLICK_ONLY' },
    });
    assert(sessionId !== undefined && clientSecret !== undefined);
    ids.push(await signWithoutPage(base, { sessionId, clientSecret }));
  }
  const { downloadUrl = '' } = await post(`/v1/envelopes/${envelopeId}/combined-stamp`, {});
  const combined = new Uint8Array(await (await fetch(downloadUrl)).arrayBuffer());
  return { ids, combined };

  async function post(path: string, body: unknown): Promise<Partial<Record<string, string>>> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    return answered(await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) }));
  }
}

async function answered(response: Response): Promise<Partial<Record<string, string>>> {
  assert(response.ok, `${response.url} answers ${response.status}`);
  return response.json();
}
