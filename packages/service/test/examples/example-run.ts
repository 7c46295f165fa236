import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FILMS, framesOf } from '../../../../test/support/films.ts';
import { outlineJpeg } from '../../../../test/support/small-jpeg.ts';
import type { Holder } from '../support/certificate-holders.ts';
import { CloudSigners } from '../support/cloud-signers.ts';
import { PortalSigners } from '../support/portal-signers.ts';
import { CertificateSigners } from '../support/certificate-signers.ts';
import { untilEnded } from '../support/batches.ts';
import { METADATA } from '../support/event-data.ts';
import { ADMIN_TOKEN, DOCUMENT, EventProducers, SIGNER } from '../support/event-producers.ts';
import type { Answer, CreatedSession, TestService } from '../support/test-service.ts';

const PDF = Buffer.from(DOCUMENT.content, 'base64');
const DOCUMENT_HASH = `sha256:${createHash('sha256').update(PDF).digest('hex')}`;
const REACHABLE = { ...SIGNER, email: 'maria@example.com', phone: '+5511912345678' };
const CODES = { policy: { profile: 'CLICK_PLUS_OTP' }, signer: REACHABLE };
const CODE = '123456';
const PHOTO = Buffer.from(outlineJpeg(800, 600)).toString('base64');
const DEVICE = { remoteAddress: '203.0.113.7' };
const REASON = { reason: 'No longer needed' };

interface Transaction {
  readonly transactionId: string;
  readonly steps: readonly { readonly stepId: string; readonly type: string }[];
}

/** Calls every operation that takes or answers JSON, each first where its bodies show most. */
export class ExampleRun {
  readonly #service: TestService;
  readonly #producers: EventProducers;
  readonly #holder: Holder;
  /** An address that answers deliveries with 200. */
  readonly #webhookUrl: string;

  constructor(service: TestService, holder: Holder, webhookUrl: string) {
    this.#service = service;
    this.#producers = new EventProducers(service);
    this.#holder = holder;
    this.#webhookUrl = webhookUrl;
  }

  async callAll(): Promise<void> {
    await this.#service.token('local', 'transactions:write transactions:read');
    await this.#health();
    await this.#signing();
    await this.#batch();
    await this.#trust();
    await this.#envelope();
    await this.#direct();
    await this.#uploads();
    await this.#certificates();
    await this.#cloud();
    await this.#faces();
    await this.#webhooks();
    await this.#quotas();
    await this.#people();
    await this.#administration();
  }

  async #health(): Promise<void> {
    const keys = ['/v1/verify/trust-anchors', '/.well-known/jwks.json'];
    for (const address of ['/health', '/ready', '/health/history', ...keys]) await this.#ask('GET', address);
  }

  async #webhooks(): Promise<void> {
    const events = ['SIGNING_SESSION.CREATED', 'ENVELOPE.ALL_SIGNED'];
    const { webhookId } = await this.#post('/v1/webhooks', { url: this.#webhookUrl, events });
    await this.#ask('GET', '/v1/webhooks');
    await this.#ask('POST', `/v1/webhooks/${webhookId}/test`);
    await this.#ask('POST', `/v1/webhooks/${webhookId}/enable`);
    await this.#producers.cancel(await this.#producers.signing());
    const { deliveryId } = await this.#delivered();
    await this.#ask('GET', `/v1/webhooks/${webhookId}/deliveries`);
    await this.#ask('POST', `/v1/webhooks/${webhookId}/deliveries/${deliveryId}/replay`);
    await this.#ask('DELETE', `/v1/webhooks/${webhookId}`);
  }

  /** Waits until the only delivery has been made. */
  async #delivered(): Promise<{ deliveryId: string }> {
    for (;;) {
      const [delivery] = (await this.#service.call('/_local/webhook-deliveries')).body;
      if (delivery?.state === 'DELIVERED') return delivery;
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  }

  /** A session from its creation to the verification of its evidence. */
  async #signing(): Promise<void> {
    const { clock } = this.#service;
    const returnUrl = 'https://shop.example/signed';
    const session = await this.#producers.signing({ ...CODES, returnUrl, expiresInMinutes: 60 });
    const { sessionId, transactionId, clientSecret } = session;
    const own = `/v1/signing-sessions/${sessionId}`;
    await this.#ask('GET', '/v1/signing-sessions');
    const documentView = { pagesViewed: 1, pages: 1, notices: [] };
    await this.#accept(session, { acceptedDocumentHash: DOCUMENT_HASH, documentView });
    await this.#service.view(session);
    clock.advance(31_000);
    await this.#post(`${own}/resend-otp`, { channel: 'email' }, clientSecret);
    clock.advance(61_000);
    await this.#act(session, { action: 'resend_otp', otpChannel: 'email' });
    const appearance = { brandColor: '#7a1fa2', colorScheme: 'light' };
    const { url } = await this.#post(`${own}/handover`, { appearance }, clientSecret);
    await this.#post('/v1/handover', { code: new URL(url).searchParams.get('h') });
    const { evidenceId } = await this.#act(session, { action: 'verify_otp', otpCode: CODE });
    await this.#ask('GET', `${own}/status`);
    await this.#ask('GET', `/v1/verify/${evidenceId}`);
    await this.#ask('GET', `/v1/verify/${evidenceId}/downloads`);
    await this.#ask('GET', `/v1/transactions/${transactionId}/evidence`);
    await this.#ask('GET', `/v1/transactions/${transactionId}/download`);
    await this.#producers.cancel(await this.#producers.signing());
  }

  /** A batch from its creation until its documents are sealed. */
  async #batch(): Promise<void> {
    const document = undefined;
    const documents = ['Contrato', 'Anexo I'].map(title => ({ title, ...DOCUMENT }));
    const session = await this.#producers.signing({ document, documents });
    const hashes = [{ documentHash: DOCUMENT_HASH, documentView: { pagesViewed: 1, pages: 1, notices: [] } }];
    await this.#accept(session, { acceptedDocuments: [...hashes, { documentHash: DOCUMENT_HASH }] });
    await untilEnded(this.#service, session);
    await this.#ask('GET', `/v1/signing-sessions/${session.sessionId}/documents`);
  }

  async #trust(): Promise<void> {
    const session = await this.#producers.trust({ ...CODES, expiresInMinutes: 60 });
    await this.#accept(session);
    await this.#act(session, { action: 'verify_otp', otpCode: CODE });
    await this.#ask('GET', `/v1/trust-sessions/${session.sessionId}/status`);
    const { sessionId } = await this.#producers.trust();
    await this.#post(`/v1/trust-sessions/${sessionId}/cancel`, REASON);
  }

  async #envelope(): Promise<void> {
    const envelopeId = await this.#producers.envelope();
    const [first, second] = [
      await this.#producers.member(envelopeId, 1),
      await this.#producers.member(envelopeId, 2),
    ];
    await this.#accept(first);
    await this.#ask('GET', `/v1/envelopes/${envelopeId}`);
    await this.#ask('GET', `/v1/verify/envelope/${envelopeId}`);
    await this.#accept(second);
    await this.#ask('POST', `/v1/envelopes/${envelopeId}/combined-stamp`);
    await this.#ask('POST', `/v1/document-groups/${envelopeId}/combined-stamp`);
    const cancelled = await this.#producers.envelope();
    await this.#producers.member(cancelled, 1);
    await this.#post(`/v1/envelopes/${cancelled}/cancel`, REASON);
  }

  /** The direct flow: a transaction with a code, and one with the other kinds of steps. */
  async #direct(): Promise<void> {
    const coded = await this.#transaction({ ...CODES, document: DOCUMENT, metadata: METADATA });
    const acceptance = { accepted: true, textVersion: '2026-11', acceptedDocumentHash: DOCUMENT_HASH };
    await this.#step(coded, 'CLICK_ACCEPT', 'complete', acceptance);
    await this.#step(coded, 'OTP_VERIFY', 'start', { otpChannel: 'email' });
    const own = `/v1/transactions/${coded.transactionId}`;
    for (const address of [own, `${own}/steps`, `/v1/transactions?status=IN_PROGRESS`])
      await this.#ask('GET', address);
    await this.#step(coded, 'OTP_VERIFY', 'complete', { code: CODE });
    const signerContext = { ipAddress: '203.0.113.7', userAgent: 'Mozilla/5.0' };
    await this.#post(`${own}/finalize`, { signerContext });

    const customSteps = ['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'BIOMETRIC_MATCH'];
    const policy = { profile: 'CUSTOM', customSteps: [...customSteps, 'DOCUMENT_PHOTO_MATCH'] };
    const custom = await this.#transaction({ policy, document: DOCUMENT });
    await this.#step(custom, 'PURPOSE_DISCLOSURE', 'complete', { acknowledged: true });
    await this.#step(custom, 'CLICK_ACCEPT', 'complete', acceptance);
    const { livenessSessionId, liveness } = await this.#step(custom, 'BIOMETRIC_LIVENESS', 'start');
    const shown = { livenessSessionId, liveness: { nonce: liveness.nonce } };
    await this.#step(custom, 'BIOMETRIC_LIVENESS', 'complete', shown);
    const referenceImage = { source: 'BASE64_IMAGE', data: PHOTO };
    await this.#step(custom, 'BIOMETRIC_MATCH', 'complete', { referenceImage });
    const photo = { documentImage: PHOTO, documentType: 'CNH' };
    await this.#step(custom, 'DOCUMENT_PHOTO_MATCH', 'complete', photo);
  }

  async #uploads(): Promise<void> {
    const { transactionId } = await this.#transaction();
    await this.#post(`/v1/transactions/${transactionId}/document`, DOCUMENT);
    await this.#ask('DELETE', `/v1/transactions/${transactionId}`);
    const large = `/v1/transactions/${(await this.#transaction()).transactionId}/document`;
    const announced = { contentType: 'application/pdf', filename: DOCUMENT.filename };
    const { uploadUrl, uploadToken } = await this.#post(`${large}/presign`, announced);
    const headers = { 'Content-Type': announced.contentType };
    await this.#service.fetch(new Request(uploadUrl, { method: 'PUT', headers, body: PDF }));
    await this.#post(`${large}/confirm`, {
      uploadToken,
      documentHash: DOCUMENT_HASH,
      sizeBytes: PDF.length,
    });
  }

  async #certificates(): Promise<void> {
    const signers = new CertificateSigners(this.#service);
    const session = await signers.accepted();
    await signers.sign(session, this.#holder);
    const content = Buffer.from(await signers.signedPdf(session)).toString('base64');
    await this.#post('/v1/verify/document', { content, filename: DOCUMENT.filename });
    const direct = await this.#transaction({
      policy: { profile: 'DIGITAL_CERTIFICATE' },
      document: DOCUMENT,
    });
    await this.#step(direct, 'CLICK_ACCEPT', 'complete', { accepted: true });
    const own = `/v1/transactions/${direct.transactionId}/signing`;
    const chain = { certificateChainPems: this.#holder.pems };
    const { signatureRequestId, dataToSign } = await this.#post(`${own}/prepare`, chain);
    const rawSignatureBase64 = this.#holder.sign(Buffer.from(dataToSign, 'base64'));
    await this.#post(`${own}/complete`, { signatureRequestId, rawSignatureBase64 });
  }

  async #cloud(): Promise<void> {
    const signers = new CloudSigners(this.#service);
    const session = await signers.accepted();
    const own = `/v1/signing-sessions/${session.sessionId}`;
    await this.#service.call(`${own}/cloud-providers`, { method: 'POST', as: session.clientSecret });
    await this.#act(session, {
      action: 'authorize_cloud_signing',
      providerId: 'vidaas',
      returnTo: session.url,
    });
    await this.#act(session, { action: 'cancel_cloud_signing' });
    await signers.authorized(session);
    await signers.completeCloud(session, await signers.prepareCloud(session));
    await this.#confirmed();
    const atPortal = new PortalSigners(this.#service);
    const handedIn = await atPortal.accepted();
    await atPortal.handIn(handedIn, await atPortal.signAtPortal(await atPortal.toSign(handedIn)));
  }

  /** By a provider that has to be told what is signed. */
  async #confirmed(): Promise<void> {
    const signers = new CloudSigners(this.#service);
    const session = await signers.accepted();
    await signers.authorized(session, 'approve', 'csc');
    await signers.prepareCloud(session);
    await this.#act(session, { action: 'confirm_cloud_signing', returnTo: session.url });
  }

  async #faces(): Promise<void> {
    await this.#producers.showFace();
    const submission = { action: 'submit_document_photo', documentImage: PHOTO, documentType: 'CNH' };
    await this.#act(await this.#producers.fallBack(), submission);
    const [picture = assert.fail()] = framesOf(await readFile(path.join(FILMS, 'static-photo.mjpeg')));
    const own = `/v1/users/${SIGNER.userExternalId}/enrollment`;
    await this.#ask('PUT', own, { image: picture.toString('base64'), cpf: SIGNER.cpf });
    await this.#ask('GET', own);
  }

  async #quotas(): Promise<void> {
    await this.#ask('GET', '/v1/quotas', undefined, await this.#service.token('limited'));
  }

  async #people(): Promise<void> {
    const person = { userExternalId: 'customer-42' };
    const signer = { name: 'Ana Lima', cpf: '12345678909', ...person };
    await this.#producers.cancel(await this.#service.create({ signer }));
    await this.#post('/v1/people/export', person);
    await this.#post('/v1/people/erase', person, await this.#service.token('local', 'people:erase'));
  }

  async #administration(): Promise<void> {
    const json = { mode: 'sandbox', scopes: ['transactions:read', 'transactions:write'] };
    const own = '/admin/tenants/tenant_local/credentials';
    const { clientId } = await this.#post(own, json, ADMIN_TOKEN);
    await this.#post(`${own}/${clientId}/rotate`, { overlapHours: 48 }, ADMIN_TOKEN);
    await this.#ask('GET', own, undefined, ADMIN_TOKEN);
    await this.#ask('GET', '/admin/audit', undefined, ADMIN_TOKEN);
    await this.#ask('GET', '/admin/audit/check', undefined, ADMIN_TOKEN);
    await this.#producers.byType['API.DEPRECATION_NOTICE']();
  }

  /** @param as default: an access token of the integrator */
  async #ask(method: string, address: string, json?: unknown, as?: string): Promise<Answer['body']> {
    const call = { as: as ?? (await this.#service.token()), method, json, connection: DEVICE };
    const { status, body } = await this.#service.call(address, call);
    assert.ok(status < 300, `${method} ${address}: ${JSON.stringify(body)}`);
    return body;
  }

  #post(address: string, json: unknown, as?: string): Promise<Answer['body']> {
    return this.#ask('POST', address, json, as);
  }

  #act({ sessionId, clientSecret }: CreatedSession, action: object): Promise<Answer['body']> {
    return this.#post(`/v1/signing-sessions/${sessionId}/advance`, action, clientSecret);
  }

  #accept(session: CreatedSession, changes: object = {}): Promise<Answer['body']> {
    return this.#act(session, { action: 'accept', textVersion: '2026-11', locale: 'pt-BR', ...changes });
  }

  #transaction(changes: object = {}): Promise<Transaction> {
    const policy = { profile: 'CLICK_ONLY' };
    return this.#post('/v1/transactions', { policy, signer: SIGNER, ...changes });
  }

  #step({ transactionId, steps }: Transaction, type: string, rest: 'start' | 'complete', json: object = {}) {
    const step = steps.find(each => each.type === type);
    return this.#post(`/v1/transactions/${transactionId}/steps/${step?.stepId}/${rest}`, json);
  }
}
