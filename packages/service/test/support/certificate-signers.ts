import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Holder } from './certificate-holders.ts';
import type { Answer, CreatedSession, TestService } from './test-service.ts';

/** Members of `sessionRequest` for a certificate signature. */
export const CERTIFICATE = { policy: { profile: 'DIGITAL_CERTIFICATE' } } as const;

/** The body of `complete_signing`, signed by the holder. */
export function completion({ body }: Answer, holder: Holder): Record<string, string> {
  return {
    action: 'complete_signing',
    signatureRequestId: body.signatureRequestId,
    rawSignatureBase64: holder.sign(Buffer.from(body.dataToSign, 'base64')),
  };
}

/** By which the service tells the holder's signature of what was prepared from any other. */
export function fingerprintOf({ body }: Answer, { pems: [pem = ''] }: Holder): string {
  const certificate = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
  return createHash('sha256')
    .update(certificate)
    .update(Buffer.from(body.dataToSign, 'base64'))
    .digest('hex');
}

/** The actions of signers with certificates. */
export class CertificateSigners {
  readonly #service: TestService;

  constructor(service: TestService) {
    this.#service = service;
  }

  /** A session whose document was accepted. */
  async accepted(changes: Readonly<Record<string, unknown>> = {}): Promise<CreatedSession> {
    const session = await this.#service.create({ ...CERTIFICATE, ...changes });
    assert.equal((await this.#service.accept(session)).status, 200);
    return session;
  }

  prepare(session: CreatedSession, { pems }: Holder): Promise<Answer> {
    return this.#service.act(session, { action: 'prepare_signing', certificateChainPems: pems });
  }

  complete(session: CreatedSession, prepared: Answer, holder: Holder): Promise<Answer> {
    return this.#service.act(session, completion(prepared, holder));
  }

  /** The response to completing, or to preparing if that refuses the certificate. */
  async sign(session: CreatedSession, holder: Holder): Promise<Answer> {
    const prepared = await this.prepare(session, holder);
    assert.equal(prepared.status, 200, JSON.stringify(prepared.body));
    if (prepared.body.signatureRequestId === undefined) return prepared;
    return this.complete(session, prepared, holder);
  }

  /** Signs as the widget does: prepares again when another signer was faster, and waits when told to. */
  async signAmongOthers(session: CreatedSession, holder: Holder): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const prepared = await this.prepare(session, holder);
      const answer = prepared.status === 200 ? await this.complete(session, prepared, holder) : prepared;
      if (answer.status === 200) return;
      assert.ok([409, 503].includes(answer.status), JSON.stringify(answer.body));
      assert.ok(tries < 20, 'It never comes to its turn.');
    }
  }

  /** The file at a presigned URL. */
  async bytesAt(url: string): Promise<Uint8Array<ArrayBuffer>> {
    const response = await this.#service.fetch(new Request(url));
    assert.equal(response.status, 200);
    return new Uint8Array(await response.arrayBuffer());
  }

  async signedPdf(session: CreatedSession): Promise<Uint8Array<ArrayBuffer>> {
    return this.bytesAt((await this.#service.view(session)).downloadUrl);
  }
}
