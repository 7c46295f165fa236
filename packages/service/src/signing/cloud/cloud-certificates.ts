import { certificationPath, type Trust } from '@sign-session/verify';
import type { CertificateFacts } from '@sign-session/certificates';
import { Problem } from '../../domain/problem.ts';
import { listBatchDocuments } from '../../documents/batch-documents.ts';
import type { Session, SessionDocument } from '../../domain/session.ts';
import type { PscClient } from '../../psc/psc-client.ts';
import type { CloudCertificate } from '../../psc/psc-certificates.ts';
import { PscError } from '../../psc/psc-error.ts';
import type { PscProvider } from '../../psc/psc-provider.ts';
import type { Preparation, SignaturePreparation } from '../prepare-signature.ts';
import type { SentSignature, SignatureCompletion, CompletedSignature } from '../complete-signature.ts';
import type { Database } from '../../storage/database.ts';
import {
  countPrepared,
  countSigned,
  keepRawSignatures,
  openRequests,
  type SigningRequest,
} from '../signing-requests.ts';
import { chainOf } from '../certificate-chain.ts';
import type { ReadyAuthorization, ReturnTarget } from './authorization-row.ts';
import type { CloudAuthorizations } from './cloud-authorizations.ts';
import { chosenOf, holderIn, requireSigner } from './cloud-holder.ts';

export interface CloudCertificatesOptions {
  readonly database: Database;
  readonly providers: readonly PscProvider[];
  readonly client: PscClient;
  readonly authorizations: CloudAuthorizations;
  readonly preparation: SignaturePreparation;
  readonly completion: SignatureCompletion;
  readonly trust: Trust;
  /** Issuers besides the trusted roots, since providers send the holder's certificate alone. */
  readonly issuers: () => Promise<readonly CertificateFacts[]>;
  /** The registered address of this service that providers lead back to. */
  readonly callbackUrl: string;
}

/** A signature to be prepared, made or completed for a session. */
export type CloudSubject = Omit<SentSignature, 'signature' | 'signatureRequestId'>;

/** A failure that the signer is told as the authorisation's, and that costs no attempt. */
export interface CloudFailure {
  readonly kind: 'failed';
}
const FAILED: CloudFailure = { kind: 'failed' };

/** Signs by certificates that providers (PSC) keep for the signer. */
export class CloudCertificates {
  readonly #options: CloudCertificatesOptions;

  constructor(options: CloudCertificatesOptions) {
    this.#options = options;
  }

  get providers(): readonly PscProvider[] {
    return this.#options.providers;
  }

  find(providerId: string): PscProvider | undefined {
    return this.#options.providers.find(({ id }) => id === providerId);
  }

  /** @throws Problem `validation-error` for an unknown provider */
  authorize(sessionId: string, providerId: string, target: ReturnTarget) {
    const provider = this.find(providerId);
    if (provider === undefined) {
      throw new Problem('validation-error', 'Unknown provider.', {
        errors: [{ pointer: '/providerId', detail: 'Must be one of the providers offered.' }],
      });
    }
    return this.#options.authorizations.prepare(sessionId, provider.id, target);
  }

  /**
   * The provider's page for a ticket.
   * @returns undefined when the ticket opens nothing any more
   */
  async visit(ticket: string, signerOf: (sessionId: string) => Promise<Session | undefined>) {
    const { database, authorizations, client, callbackUrl: redirectUri } = this.#options;
    const visited = await authorizations.visit(ticket);
    const session = visited && (await signerOf(visited.sessionId));
    const provider = visited && this.find(visited.providerId);
    if (visited === undefined || session?.status !== 'ACTIVE' || provider === undefined) return undefined;
    const { browser, secrets } = visited;
    const { state, verifier } = secrets;
    const holder = holderIn(session.request.signer);
    const { batch, sessionId } = session;
    const documents = batch === undefined ? 1 : batch.total - (await countSigned(database, sessionId));
    return {
      browser,
      state,
      url: client.authorizationUrl(provider, { redirectUri, state, verifier, holder, documents }),
    };
  }

  /**
   * Prepares the signature by the authorised certificate, after exchanging the code if that was not done before.
   * @throws as `SignaturePreparation.prepare`
   */
  async prepare({ at, ...subject }: CloudSubject): Promise<Preparation | CloudFailure> {
    const { authorizations, preparation } = this.#options;
    const { session } = subject;
    const { sessionId } = session;
    const ready = (await authorizations.ready(sessionId))?.secrets ?? (await this.#exchange(session, at));
    if (ready === undefined) {
      // It was used for what was signed already; a page that was loaded anew needs another one for the rest.
      await authorizations.fail(sessionId, 'SIGNED', 'expired');
      return FAILED;
    }
    try {
      return await preparation.prepare(subject, ready.chain.map(toPem), at);
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'validation-error') throw error;
      // It is the provider that sent what this certificate is, not the signer.
      await authorizations.fail(sessionId, 'READY', 'invalid-answer');
      return FAILED;
    }
  }

  /**
   * Has the provider sign what was prepared, for all documents of a batch at once, and completes this document. The
   * token is dropped before it is used for the last time.
   * @throws as `SignatureCompletion.complete`; Problem `conflict` while a document of the batch is not prepared
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
    const open = await this.#openRequests(session, request);
    return this.#orFailure(sessionId, 'SPENT', async () => {
      const { provider, requests, secrets } = await this.#forNow(sessionId, open);
      const { token, alias } = secrets;
      const [certificate] = chainOf(request.chain);
      const data = requests.map(({ dataToSign, position }) => ({
        dataToSign,
        label: labels.get(position) ?? '',
      }));
      const signatures = await client.sign(provider, { token, alias, certificate, data });
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

  /** All that is to be signed, this request first. @throws Problem `conflict` while a document is not prepared */
  async #openRequests({ batch, sessionId }: Session, request: SigningRequest): Promise<SigningRequest[]> {
    if (batch === undefined) return [request];
    const { database } = this.#options;
    const open = await openRequests(database, sessionId);
    const others = open.filter(({ position }) => position !== request.position);
    const known = await countPrepared(database, sessionId);
    if (known < batch.total)
      throw new Problem('conflict', 'Prepare the signatures of all documents first: they are made at once.');
    return [request, ...others];
  }

  /** As many of the requests as the provider takes at once, and the token, which stays only while more are left. */
  async #forNow(sessionId: string, open: readonly SigningRequest[]) {
    const { authorizations } = this.#options;
    const ready = await authorizations.ready(sessionId);
    const provider = ready && this.find(ready.providerId);
    const requests = open.slice(0, provider?.mostSignatures);
    const used = requests.length < open.length ? ready : await authorizations.takeToken(sessionId);
    if (used !== undefined && provider !== undefined) return { provider, requests, secrets: used.secrets };
    for (const status of ['READY', 'SPENT'] as const) await authorizations.fail(sessionId, status, 'expired');
    throw new PscError('expired', 'there is no token.');
  }

  /** What the provider's app calls the documents, by their places. */
  async #labels(
    { batch, sessionId }: Session,
    { filename }: SessionDocument,
  ): Promise<ReadonlyMap<number, string>> {
    if (batch === undefined) return new Map([[1, filename]]);
    const documents = await listBatchDocuments(this.#options.database, sessionId);
    return new Map(documents.map(({ position, filename: name }) => [position, name]));
  }

  /** @returns undefined when there is nothing to exchange, or it failed */
  async #exchange(session: Session, at: Date): Promise<ReadyAuthorization | undefined> {
    const { authorizations, client, callbackUrl: redirectUri } = this.#options;
    const { sessionId } = session;
    const taken = await authorizations.takeCode(sessionId);
    const provider = taken && this.find(taken.providerId);
    if (taken === undefined || provider === undefined) return undefined;
    return this.#orFailure(sessionId, 'EXCHANGING', async () => {
      const token = await client.token(provider, { ...taken.secrets, redirectUri });
      requireSigner(token, session.request.signer);
      const certificates = await client.certificates(provider, token.token);
      const chosen = chosenOf(certificates, session.request.signer, at);
      const chain = await this.#chainOf(chosen, at);
      const ready = { token: token.token, alias: chosen.alias, chain };
      await authorizations.keep(sessionId, ready);
      return ready;
    });
  }

  /** Base64 DER: the certificate and its issuers, without the root that everybody has. */
  async #chainOf({ certificate, issuers }: CloudCertificate, at: Date): Promise<string[]> {
    const { trust, issuers: others } = this.#options;
    const pool = [...issuers, ...(await others())];
    const { chain, failure } = await certificationPath(certificate, pool, { roots: await trust.roots(), at });
    const found = failure === undefined ? chain.slice(0, -1) : [certificate, ...issuers];
    return found.map(({ der }) => Buffer.from(der).toString('base64'));
  }

  async #orFailure<T>(
    sessionId: string,
    status: 'EXCHANGING' | 'SPENT',
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PscError)) throw error;
      await this.#options.authorizations.fail(sessionId, status, error.kind);
      return undefined;
    }
  }
}

function toPem(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}
