/** Signing with a certificate in the cloud: from the provider's code to prepared and completed signatures. */
import type { CertificateFacts } from '@sign-session/certificates';
import { certificationPath, type Trust } from '@sign-session/verify';
import type { Core } from '../core/core.ts';
import { batchFilenames } from '../documents/batch-documents.ts';
import { Problem } from '../domain/problem.ts';
import type { Session, SessionDocument, Signer } from '../domain/session.ts';
import { sha256 } from '../domain/sha256.ts';
import { chainOf, isSigners } from '../signing/certificate-check.ts';
import type {
  CompletedSignature,
  SentSignature,
  SignatureCompletion,
} from '../signing/complete-signature.ts';
import type { Preparation, PreparedRequest, SignaturePreparation } from '../signing/prepare-signature.ts';
import {
  countPrepared,
  countSigned,
  findSigningRequest,
  keepRawSignatures,
  type OpenRequest,
  openRequests,
  type SigningRequest,
} from '../signing/signing-requests.ts';
import type { Queries } from '../storage/database.ts';
import type { AuthorizationRow, CloudAuthorizations, ReadyAuthorization } from './authorizations.ts';
import type { CloudClient } from './cloud-client.ts';
import { type CloudCertificate, type HolderId, PscError, type PscToken } from './provider-requests.ts';
import type { CloudProvider } from './providers.ts';

/** How many documents of the session are to be signed yet. */
export async function documentsLeft(queries: Queries, { batch, sessionId }: Session): Promise<number> {
  return batch === undefined ? 1 : batch.total - (await countSigned(queries, sessionId));
}

/**
 * All that is to be signed, since it is signed at once.
 * @param first comes first
 * @throws Problem `conflict` while a document is not prepared
 */
export async function allPrepared(
  queries: Queries,
  { batch, sessionId }: Session,
  first?: OpenRequest,
): Promise<OpenRequest[]> {
  if (batch === undefined && first !== undefined) return [first];
  const open = await openRequests(queries, sessionId);
  if ((await countPrepared(queries, sessionId)) < (batch?.total ?? 1))
    throw new Problem('conflict', 'Prepare the signatures of all documents first: they are made at once.');
  if (first === undefined) return open;
  return [first, ...open.filter(({ position }) => position !== first.position)];
}

/** Shown as the authorisation's failure; no attempt is counted. */
interface CloudFailure {
  readonly kind: 'failed';
}
const FAILED: CloudFailure = { kind: 'failed' };

/**
 * The result of work with a provider; undefined after a failure, which ends the authorisation in whichever of these
 * statuses it is by then.
 */
async function failingAuthorization<T>(
  authorizations: CloudAuthorizations,
  sessionId: string,
  statuses: readonly AuthorizationRow['status'][],
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PscError)) throw error;
    for (const status of statuses) await authorizations.fail(sessionId, status, error.kind);
    return undefined;
  }
}

/** Who is looked for at providers: the person, or the company of a signer without a CPF. */
export function holderIn({ cpf, cnpj }: Signer): HolderId {
  return cpf === undefined ? { type: 'CNPJ', number: cnpj ?? '' } : { type: 'CPF', number: cpf };
}

/** @throws PscError `wrong-holder` when somebody else authorised */
function requireSigner({ holder }: PscToken, { cpf, cnpj }: Signer): void {
  if (holder !== undefined && holder.number !== cpf && holder.number !== cnpj)
    throw new PscError('wrong-holder', 'another person authorised.');
}

/**
 * The signer's certificate that is valid for longest, of those that this service can sign as many documents with.
 * @throws PscError `wrong-holder` when none is theirs, `not-supported`, `too-many-documents`
 */
function chosenOf(
  certificates: readonly CloudCertificate[],
  signer: Signer,
  { at, documents }: { readonly at: Date; readonly documents: number },
): CloudCertificate {
  const own = certificates.filter(({ certificate }) => isSigners(certificate, signer));
  if (own.length === 0) throw new PscError('wrong-holder', 'no certificate is the signer’s.');
  const usable = own.filter(({ use }) => use === undefined || use.signAlgo !== undefined);
  if (usable.length === 0) throw new PscError('not-supported', 'the key is used in another way.');
  const enough = usable.filter(({ use }) => use === undefined || use.mostSignatures >= documents);
  const rank = ({ certificate: { notBefore, notAfter } }: CloudCertificate) =>
    notAfter.getTime() - (notBefore <= at ? 0 : Number.MAX_SAFE_INTEGER / 2);
  const [chosen] = enough.toSorted((a, b) => rank(b) - rank(a));
  if (chosen === undefined) throw new PscError('too-many-documents', 'it signs fewer by one authorisation.');
  return chosen;
}

interface CloudExchangeOptions {
  readonly client: CloudClient;
  readonly authorizations: CloudAuthorizations;
  readonly trust: Trust;
  /** Issuers besides the trusted roots, since providers send the holder's certificate alone. */
  readonly issuers: () => Promise<readonly CertificateFacts[]>;
  /** The registered address of this service that providers lead back to. */
  readonly callbackUrl: string;
}

/** Turns the code that a signer brought back into a certificate, and a token where one authorisation is enough. */
export class CloudExchange {
  readonly #options: CloudExchangeOptions;

  constructor(options: CloudExchangeOptions) {
    this.#options = options;
  }

  /**
   * @param documents how many are to be signed
   * @returns undefined when there is nothing to exchange, or it failed
   */
  async exchange(
    { sessionId, request: { signer } }: Session,
    find: (providerId: string) => CloudProvider | undefined,
    { at, documents }: { readonly at: Date; readonly documents: number },
  ): Promise<ReadyAuthorization | undefined> {
    const { authorizations, client, callbackUrl: redirectUri } = this.#options;
    const taken = await authorizations.takeCode(sessionId);
    const provider = taken && find(taken.providerId);
    if (taken === undefined || provider === undefined) return undefined;
    const { code, verifier, credential } = taken.secrets;
    return failingAuthorization(authorizations, sessionId, ['EXCHANGING'], async () => {
      const given = await client.token(provider, { code, verifier, redirectUri });
      const { token } = given;
      if (credential !== undefined) return this.#kept(sessionId, { ...credential, token });
      requireSigner(given, signer);
      const certificates = await client.certificates(provider, token);
      const chosen = chosenOf(certificates, signer, { at, documents });
      const { alias, use } = chosen;
      const found = { alias, chain: await this.#chainOf(chosen, at), signAlgo: use?.signAlgo };
      // The token of a first authorisation opens the list only, and is not needed any more.
      return this.#kept(sessionId, taken.scope === 'service' ? found : { ...found, token });
    });
  }

  async #kept(sessionId: string, ready: ReadyAuthorization): Promise<ReadyAuthorization> {
    await this.#options.authorizations.keep(sessionId, ready);
    return ready;
  }

  /** Base64 DER: the certificate and its issuers, without the root that everybody has. */
  async #chainOf({ certificate, issuers }: CloudCertificate, at: Date): Promise<string[]> {
    const { trust, issuers: others } = this.#options;
    const pool = [...issuers, ...(await others())];
    const { chain, failure } = await certificationPath(certificate, pool, { roots: await trust.roots(), at });
    const found = failure === undefined ? chain.slice(0, -1) : [certificate, ...issuers];
    return found.map(({ der }) => Buffer.from(der).toString('base64'));
  }
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
  readonly #core: Core;
  readonly #parts;

  constructor(
    core: Core,
    parts: {
      providers: readonly CloudProvider[];
      client: CloudClient;
      authorizations: CloudAuthorizations;
      exchange: CloudExchange;
      preparation: SignaturePreparation;
      completion: SignatureCompletion;
    },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  get providers(): readonly CloudProvider[] {
    return this.#parts.providers;
  }

  find(providerId: string): CloudProvider | undefined {
    return this.#parts.providers.find(({ id }) => id === providerId);
  }

  /**
   * Prepares the signature by the authorised certificate, after exchanging the code if that was not done before. What
   * the signer has authorised by its hash is not prepared anew.
   * @throws as `SignaturePreparation.prepare`
   */
  async prepare({ at, ...subject }: CloudSubject): Promise<Preparation | KeptPreparation | CloudFailure> {
    const { database } = this.#core;
    const { authorizations, preparation, exchange } = this.#parts;
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
    const { database } = this.#core;
    const { preparation } = this.#parts;
    const known = await findSigningRequest(database, subject.session.sessionId, subject.position);
    return known?.rawSignature === undefined ? undefined : preparation.again(subject, known);
  }

  /** What was prepared before the signer authorised it; anything else needs another authorisation. */
  async #prepared(
    subject: Omit<CloudSubject, 'at'>,
    hashes: readonly string[],
  ): Promise<KeptPreparation | CloudFailure> {
    const { database } = this.#core;
    const { authorizations, preparation } = this.#parts;
    const { sessionId } = subject.session;
    const known = await findSigningRequest(database, sessionId, subject.position);
    const isAuthorized = known !== undefined && hashes.includes(authorizedHash(known));
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
    const { completion } = this.#parts;
    const request = await completion.current(subject);
    const signature = request.rawSignature ?? (await this.#sign(subject, request));
    return signature === undefined ? FAILED : completion.complete({ ...subject, signature });
  }

  /** @returns the signature of this request, of those that were made; undefined when it failed */
  async #sign(
    { session, document }: CloudSubject,
    request: SigningRequest,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { database } = this.#core;
    const { authorizations, client } = this.#parts;
    const { sessionId } = session;
    const labels = await this.#labels(session, document);
    const open = await allPrepared(database, session, request);
    await this.#requireToken(sessionId);
    // While more requests of the provider are left, it is not spent.
    return failingAuthorization(authorizations, sessionId, ['READY', 'SPENT'], async () => {
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
    const ready = await this.#parts.authorizations.ready(sessionId);
    if (ready !== undefined && ready.secrets.token === undefined)
      throw new Problem('conflict', 'Have what was prepared authorised first: confirm_cloud_signing.');
  }

  /** As many of the requests as the provider takes at once, and the token, which stays only while more are left. */
  async #forNow(sessionId: string, open: readonly OpenRequest[]) {
    const { authorizations } = this.#parts;
    const ready = await authorizations.ready(sessionId);
    const provider = ready && this.find(ready.providerId);
    const hashes = ready?.secrets.hashes;
    const isAuthorized =
      hashes === undefined || open.every(request => hashes.includes(authorizedHash(request)));
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
    return batchFilenames(this.#core.database, sessionId);
  }
}

/** As it is authorised: SHA-256, base64. */
export function authorizedHash({ dataToSign }: Pick<SigningRequest, 'dataToSign'>): string {
  return sha256(dataToSign).toString('base64');
}

function toPem(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}
