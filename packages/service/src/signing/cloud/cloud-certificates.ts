import { Problem } from '../../domain/problem.ts';
import { sha256 } from '../../domain/sha256.ts';
import { batchFilenames } from '../../documents/batch-documents.ts';
import type { Session, SessionDocument } from '../../domain/session.ts';
import type { CloudClient } from '../../psc/cloud-client.ts';
import type { CloudProvider } from '../../psc/cloud-provider.ts';
import { PscError } from '../../psc/psc-error.ts';
import type { Preparation, PreparedRequest, SignaturePreparation } from '../prepare-signature.ts';
import type { SentSignature, SignatureCompletion, CompletedSignature } from '../complete-signature.ts';
import type { Database } from '../../storage/database.ts';
import {
  findSigningRequest,
  keepRawSignatures,
  type OpenRequest,
  type SigningRequest,
} from '../signing-requests.ts';
import { chainOf } from '../certificate-chain.ts';
import type { CloudAuthorizations } from './cloud-authorizations.ts';
import type { CloudExchange } from './cloud-exchange.ts';
import { FAILED, orFailure, type CloudFailure } from './cloud-failure.ts';
import { allPrepared, documentsLeft } from './documents-left.ts';

export interface CloudCertificatesOptions {
  readonly database: Database;
  readonly providers: readonly CloudProvider[];
  readonly client: CloudClient;
  readonly authorizations: CloudAuthorizations;
  readonly exchange: CloudExchange;
  readonly preparation: SignaturePreparation;
  readonly completion: SignatureCompletion;
}

/** A signature that was prepared before, and authorised since. */
export interface KeptPreparation {
  readonly kind: 'kept';
  readonly request: PreparedRequest;
}

/** A signature to be prepared, made or completed for a session. */
export type CloudSubject = Omit<SentSignature, 'signature' | 'signatureRequestId'>;

/** Signs by certificates that providers (PSC) keep for the signer. */
export class CloudCertificates {
  readonly #options: CloudCertificatesOptions;

  constructor(options: CloudCertificatesOptions) {
    this.#options = options;
  }

  get providers(): readonly CloudProvider[] {
    return this.#options.providers;
  }

  find(providerId: string): CloudProvider | undefined {
    return this.#options.providers.find(({ id }) => id === providerId);
  }

  /**
   * Prepares the signature by the authorised certificate, after exchanging the code if that was not done before. What
   * the signer has authorised by its hash is not prepared anew.
   * @throws as `SignaturePreparation.prepare`
   */
  async prepare({ at, ...subject }: CloudSubject): Promise<Preparation | KeptPreparation | CloudFailure> {
    const { authorizations, preparation, exchange, database } = this.#options;
    const { session } = subject;
    const { sessionId } = session;
    // A provider has signed it: nobody has to authorise that again.
    const made = await this.#made(subject);
    if (made !== undefined) return { kind: 'kept', request: made };
    const ready =
      (await authorizations.ready(sessionId))?.secrets ??
      (await exchange.exchange(session, id => this.find(id), {
        at,
        documents: await documentsLeft(database, session),
      }));
    if (ready === undefined) {
      // It was used for what was signed already; a page that was loaded anew needs another one for the rest.
      await authorizations.fail(sessionId, 'SIGNED', 'expired');
      return FAILED;
    }
    if (ready.hashes !== undefined) return this.#prepared(subject, ready.hashes);
    try {
      return await preparation.prepare(subject, ready.chain.map(toPem), at);
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'validation-error') throw error;
      // It is the provider that sent what this certificate is, not the signer.
      await authorizations.fail(sessionId, 'READY', 'invalid-answer');
      return FAILED;
    }
  }

  /** What a provider has signed that is not completed yet; undefined where it can't be completed any more. */
  async #made(subject: Omit<CloudSubject, 'at'>): Promise<PreparedRequest | undefined> {
    const { preparation, database } = this.#options;
    const known = await findSigningRequest(database, subject.session.sessionId, subject.position);
    return known?.rawSignature === undefined ? undefined : preparation.again(subject, known);
  }

  /** What was prepared before the signer authorised it; anything else needs another authorisation. */
  async #prepared(
    subject: Omit<CloudSubject, 'at'>,
    hashes: readonly string[],
  ): Promise<KeptPreparation | CloudFailure> {
    const { authorizations, preparation, database } = this.#options;
    const { sessionId } = subject.session;
    const known = await findSigningRequest(database, sessionId, subject.position);
    const isAuthorized = known !== undefined && hashes.includes(hashOf(known));
    const request = isAuthorized ? await preparation.again(subject, known) : undefined;
    if (request !== undefined) return { kind: 'kept', request };
    await authorizations.fail(sessionId, 'READY', 'expired');
    return FAILED;
  }

  /**
   * Has the provider sign what was prepared, for all documents of a batch at once, and completes this document. The
   * token is dropped before it is used for the last time.
   * @throws as `SignatureCompletion.complete`; Problem `conflict` while a document of the batch is not prepared,
   *   or the signer has not authorised the hashes where they have to
   */
  async complete(
    subject: CloudSubject & { readonly signatureRequestId: string },
  ): Promise<CompletedSignature | CloudFailure> {
    const { completion } = this.#options;
    const request = await completion.current(subject);
    const signature = request.rawSignature ?? (await this.#sign(subject, request));
    return signature === undefined ? FAILED : completion.complete({ ...subject, signature });
  }

  /** @returns the signature of this request, of those that were made; undefined when it failed */
  async #sign(
    { session, document }: CloudSubject,
    request: SigningRequest,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { authorizations, client, database } = this.#options;
    const { sessionId } = session;
    const labels = await this.#labels(session, document);
    const open = await allPrepared(database, session, request);
    await this.#requireToken(sessionId);
    // While more requests of the provider are left, it is not spent.
    return orFailure(authorizations, sessionId, ['READY', 'SPENT'], async () => {
      const { provider, requests, secrets, token } = await this.#forNow(sessionId, open);
      const { alias, signAlgo } = secrets;
      const [certificate] = chainOf(request.chain);
      const data = requests.map(({ dataToSign, position }) => ({
        dataToSign,
        label: labels.get(position) ?? '',
      }));
      const signatures = await client.sign(provider, { token, alias, certificate, data, signAlgo });
      await keepRawSignatures(
        database,
        requests.flatMap((each, index) => {
          const signature = signatures[index];
          return signature === undefined ? [] : [{ request: each, signature }];
        }),
      );
      await authorizations.settle(sessionId);
      return signatures[0];
    });
  }

  /** @throws Problem `conflict` where the certificate is known, and the signer has to authorise the hashes yet */
  async #requireToken(sessionId: string): Promise<void> {
    const ready = await this.#options.authorizations.ready(sessionId);
    if (ready !== undefined && ready.secrets.token === undefined)
      throw new Problem('conflict', 'Have what was prepared authorised first: confirm_cloud_signing.');
  }

  /** As many of the requests as the provider takes at once, and the token, which stays only while more are left. */
  async #forNow(sessionId: string, open: readonly OpenRequest[]) {
    const { authorizations } = this.#options;
    const ready = await authorizations.ready(sessionId);
    const provider = ready && this.find(ready.providerId);
    const hashes = ready?.secrets.hashes;
    const isAuthorized = hashes === undefined || open.every(request => hashes.includes(hashOf(request)));
    const requests = open.slice(0, provider?.protocol === 'psc' ? provider.mostSignatures : undefined);
    const used = requests.length < open.length ? ready : await authorizations.takeToken(sessionId);
    const secrets = used?.secrets;
    const token = secrets?.token;
    if (provider !== undefined && isAuthorized && secrets !== undefined && token !== undefined)
      return { provider, requests, secrets, token };
    for (const status of ['READY', 'SPENT'] as const) await authorizations.fail(sessionId, status, 'expired');
    throw new PscError('expired', 'there is no token for this.');
  }

  /** What the provider's app calls the documents, by their places. */
  async #labels(
    { batch, sessionId }: Session,
    { filename }: SessionDocument,
  ): Promise<ReadonlyMap<number, string>> {
    if (batch === undefined) return new Map([[1, filename]]);
    return batchFilenames(this.#options.database, sessionId);
  }
}

/** As it is authorised: SHA-256, base64. */
export function hashOf({ dataToSign }: Pick<SigningRequest, 'dataToSign'>): string {
  return sha256(dataToSign).toString('base64');
}

function toPem(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}
