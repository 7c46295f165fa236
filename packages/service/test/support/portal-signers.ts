import assert from 'node:assert/strict';
import { CertificateSigners } from './certificate-signers.ts';
import { PUBLIC_URL, type Answer, type CreatedSession, type TestService } from './test-service.ts';

const MARIA = '529.982.247-25';

/** The actions of signers who sign their document at the local test portal and hand it in. */
export class PortalSigners extends CertificateSigners {
  readonly #service: TestService;

  constructor(service: TestService) {
    super(service);
    this.#service = service;
  }

  /** The session's document, as the signer's page has it. */
  async shown(session: CreatedSession): Promise<Uint8Array<ArrayBuffer>> {
    const { document } = await this.#service.view(session);
    return this.bytesAt(document.presignedUrl);
  }

  /** The file that the signer's page gives them to sign at the portal. */
  async toSign(session: CreatedSession): Promise<Uint8Array<ArrayBuffer>> {
    const { status, body } = await this.#service.act(session, { action: 'prepare_portal_signing' });
    assert.equal(status, 200, JSON.stringify(body));
    const appended = Buffer.from(body.appended, 'base64');
    return new Uint8Array([...(await this.shown(session)), ...appended]);
  }

  /** @param options.place of the stamp: at the foot of the last page, or at the head of the first, over its text */
  async signAtPortal(
    file: Uint8Array<ArrayBuffer>,
    { cpf = MARIA, place = 'foot' }: { readonly cpf?: string; readonly place?: 'foot' | 'head' } = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const body = new FormData();
    body.set('file', new File([file], 'contrato.pdf', { type: 'application/pdf' }));
    body.set('cpf', cpf);
    body.set('place', place);
    const request = new Request(`${PUBLIC_URL}/pki/test-portal`, { method: 'POST', body });
    const answer = await this.#service.fetch(request);
    assert.equal(answer.status, 200);
    return new Uint8Array(await answer.arrayBuffer());
  }

  handIn(session: CreatedSession, file: Uint8Array): Promise<Answer> {
    const signedDocument = Buffer.from(file).toString('base64');
    return this.#service.act(session, { action: 'submit_signed_document', signedDocument });
  }
}
