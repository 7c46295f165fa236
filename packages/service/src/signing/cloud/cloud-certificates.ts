import { certificationPath, type Trust } from '@sign-session/verify';
import type { CertificateFacts } from '@sign-session/certificates';
import { Problem } from '../../domain/problem.ts';
import type { Session, Signer } from '../../domain/session.ts';
import type { PscClient, HolderId, PscToken } from '../../psc/psc-client.ts';
import type { CloudCertificate } from '../../psc/psc-certificates.ts';
import { PscError } from '../../psc/psc-error.ts';
import type { PscProvider } from '../../psc/psc-provider.ts';
import type { Preparation, SignaturePreparation } from '../prepare-signature.ts';
import type { SentSignature, SignatureCompletion, CompletedSignature } from '../complete-signature.ts';
import { isSigners } from '../refusals.ts';
import type { SigningRequest } from '../signing-requests.ts';
import { chainOf } from '../certificate-chain.ts';
import type { ReadyAuthorization, ReturnTarget } from './authorization-row.ts';
import type { CloudAuthorizations } from './cloud-authorizations.ts';

export interface CloudCertificatesOptions {
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

/** Who is looked for at providers: the person, or the company of a signer without a CPF. */
export function holderIn({ cpf, cnpj }: Signer): HolderId {
  return cpf === undefined ? { type: 'CNPJ', number: cnpj ?? '' } : { type: 'CPF', number: cpf };
}

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
    const { authorizations, client, callbackUrl: redirectUri } = this.#options;
    const visited = await authorizations.visit(ticket);
    const session = visited && (await signerOf(visited.sessionId));
    const provider = visited && this.find(visited.providerId);
    if (visited === undefined || session?.status !== 'ACTIVE' || provider === undefined) return undefined;
    const { browser, secrets } = visited;
    const { state, verifier } = secrets;
    const holder = holderIn(session.request.signer);
    return {
      browser,
      state,
      url: client.authorizationUrl(provider, { redirectUri, state, verifier, holder }),
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
    if (ready === undefined) return FAILED;
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
   * Has the provider sign what was prepared, and completes the document. The token is dropped before it is used.
   * @throws as `SignatureCompletion.complete`
   */
  async complete(
    subject: CloudSubject & { readonly signatureRequestId: string },
  ): Promise<CompletedSignature | CloudFailure> {
    const { authorizations, completion } = this.#options;
    const { session, signatureRequestId } = subject;
    const request = await completion.current(subject);
    const kept = await authorizations.signatureOf(session.sessionId, signatureRequestId);
    const signature = kept ?? (await this.#sign(subject, request));
    return signature === undefined ? FAILED : completion.complete({ ...subject, signature });
  }

  async #sign(
    { session, document, signatureRequestId }: CloudSubject & { readonly signatureRequestId: string },
    { chain, dataToSign }: SigningRequest,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { authorizations, client } = this.#options;
    const { sessionId } = session;
    return this.#orFailure(sessionId, 'SPENT', async () => {
      const taken = await authorizations.takeToken(sessionId);
      const provider = taken && this.find(taken.providerId);
      if (taken === undefined || provider === undefined) {
        for (const status of ['READY', 'SPENT'] as const)
          await authorizations.fail(sessionId, status, 'expired');
        throw new PscError('expired', 'there is no token.');
      }
      const { token, alias } = taken.secrets;
      const [certificate] = chainOf(chain);
      const label = document.filename;
      const signature = await client.sign(provider, { token, alias, certificate, dataToSign, label });
      await authorizations.keepSignature(sessionId, { signatureRequestId, signature });
      return signature;
    });
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

/** @throws PscError `wrong-holder` when somebody else authorised */
function requireSigner({ holder }: PscToken, { cpf, cnpj }: Signer): void {
  if (holder !== undefined && holder.number !== cpf && holder.number !== cnpj)
    throw new PscError('wrong-holder', 'another person authorised.');
}

/** The signer's certificate that is valid for longest. @throws PscError `wrong-holder` when none is theirs */
function chosenOf(certificates: readonly CloudCertificate[], signer: Signer, at: Date): CloudCertificate {
  const own = certificates.filter(({ certificate }) => isSigners(certificate, signer));
  const rank = ({ certificate: { notBefore, notAfter } }: CloudCertificate) =>
    notAfter.getTime() - (notBefore <= at ? 0 : Number.MAX_SAFE_INTEGER / 2);
  const [chosen] = own.toSorted((a, b) => rank(b) - rank(a));
  if (chosen === undefined) throw new PscError('wrong-holder', 'no certificate is the signer’s.');
  return chosen;
}

function toPem(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}
