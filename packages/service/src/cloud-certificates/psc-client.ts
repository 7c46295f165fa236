/** Providers with the interface of ICP-Brasil's PSCs (DOC-ICP-17.01): finding holders, certificates, signatures. */
import { type CertificateFacts, checkSignature } from '@sign-session/certificates';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import {
  accepted,
  type AuthorizationRequest,
  bearer,
  certificatesAnswer,
  certificatesIn,
  challengeOf,
  type CloudCertificate,
  type CodeToExchange,
  type HolderId,
  type PscAnswer,
  PscError,
  type PscRequest,
  type PscToken,
  type SendRequest,
  sendToProvider,
  tokenIn,
  tokenRequest,
} from './provider-requests.ts';
import { byMutualTls, type PscProvider } from './providers.ts';

/** The object identifier of SHA-256. */
export const SHA256 = '2.16.840.1.101.3.4.2.1';

/** Data to be signed by a certificate in the cloud. */
interface DataToSign {
  readonly dataToSign: Uint8Array<ArrayBuffer>;
  /** What the provider's app calls the document. */
  readonly label: string;
}

/** What signatures are asked for in one request. */
export interface SignatureRequest {
  readonly token: string;
  readonly alias: string;
  readonly certificate: CertificateFacts;
  readonly data: readonly DataToSign[];
  /** The signature algorithm, if the provider asks for it. */
  readonly signAlgo?: string | undefined;
}

const signatureAnswer = z.object({
  signatures: z.array(z.object({ id: z.string(), raw_signature: z.string().optional() })).max(200),
});

/** Names data in the request and the answer, whose order is the provider's. */
const idOf = (index: number): string => String(index + 1);

/** The body of a request for RAW signatures. */
function signatureContent(provider: PscProvider, { alias, data }: SignatureRequest): object {
  return {
    ...(provider.sendsAlias && { certificate_alias: alias }),
    hashes: data.map(({ dataToSign, label }, index) => ({
      id: idOf(index),
      alias: label,
      hash: createHash('sha256').update(dataToSign).digest().toString(provider.hashEncoding),
      hash_algorithm: SHA256,
      signature_format: 'RAW',
      ...(provider.sendsPadding && { padding_method: 'PKCS1V1_5' }),
    })),
  };
}

/** The verified signatures of an answer, in the order of the data. @throws PscError `invalid-answer` */
function signaturesIn(
  answer: unknown,
  { data, certificate }: SignatureRequest,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { data: read } = signatureAnswer.safeParse(answer);
  return Promise.all(
    data.map(async ({ dataToSign }, index) => {
      const raw = read?.signatures.find(({ id }) => id === idOf(index))?.raw_signature;
      if (raw === undefined) throw new PscError('invalid-answer', 'a signature is missing.');
      return verified(signatureIn(raw, certificate), dataToSign, certificate);
    }),
  );
}

/** The signature, if it is one of the data by the certificate's key. @throws PscError `invalid-answer` */
export async function verified(
  signature: Uint8Array<ArrayBuffer>,
  dataToSign: Uint8Array<ArrayBuffer>,
  { publicKey: key }: CertificateFacts,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { scheme: key.type === 'EC' ? 'ECDSA' : 'RSA', hash: 'SHA-256' } as const;
  if ((await checkSignature(key, algorithm, dataToSign, signature)) === 'valid') return signature;
  throw new PscError('invalid-answer', 'a signature is not by the key of the certificate.');
}

/** Of hexadecimal, which is twice as long as an RSA key, or of base64, where providers break lines. */
function signatureIn(text: string, { publicKey: key }: CertificateFacts): Uint8Array<ArrayBuffer> {
  const value = text.replaceAll(/\s/g, '');
  const isHex = key.type === 'RSA' && value.length === key.modulus.length * 2 && /^[0-9a-f]+$/i.test(value);
  return new Uint8Array(Buffer.from(value, isHex ? 'hex' : 'base64'));
}

/** How long a provider may take to answer, in milliseconds. */
export interface PscLimits {
  /** Default 3 s: the signer waits for the slowest provider. */
  readonly discoveryMs?: number;
  /** Default 4 s: with the checks of the document, two answers stay below the 15 s that the widget waits. */
  readonly answerMs?: number;
}

/** How long an authorisation may be used, in seconds: it is used at once. */
const LIFETIME_SECONDS = 300;

/**
 * Whether a provider has a certificate of a person. One that does not answer says nothing about that, and of some
 * nobody but the person can ask.
 */
export type Discovery = 'found' | 'not-found' | 'unavailable' | 'unknown';

const discoveryAnswer = z.object({ status: z.union([z.string(), z.boolean()]) });

/** The interface of DOC-ICP-17.01 for signing by a certificate that a provider (PSC) keeps. */
export class PscClient {
  readonly #send: SendRequest;
  readonly #limits: Required<PscLimits>;

  constructor(send: SendRequest = fetch, limits: PscLimits = {}) {
    this.#send = send;
    this.#limits = { discoveryMs: 3000, answerMs: 4000, ...limits };
  }

  /** `user-discovery`. Never throws: whatever goes wrong, the provider can still be chosen. */
  async discover(provider: PscProvider, { type, number }: HolderId): Promise<Discovery> {
    const { clientId, clientSecret } = provider;
    const content = {
      client_id: clientId,
      client_secret: clientSecret,
      user_cpf_cnpj: type,
      val_cpf_cnpj: number,
    };
    try {
      const answer = await this.#post(provider, 'user-discovery', content, {
        limitMs: this.#limits.discoveryMs,
      });
      const { data } = discoveryAnswer.safeParse(answer.ok ? answer.json : undefined);
      // The norm has S and N; Y and booleans are seen too.
      if (data?.status === 'S' || data?.status === 'Y' || data?.status === true) return 'found';
      return data?.status === 'N' || data?.status === false ? 'not-found' : 'unavailable';
    } catch {
      return 'unavailable';
    }
  }

  /** The address of the provider's page. It holds the signer's CPF, so it is for their browser only. */
  authorizationUrl(provider: PscProvider, request: AuthorizationRequest): string {
    const { redirectUri, state, verifier, holder, documents } = request;
    const url = new URL(addressOf(provider, 'authorize'));
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      state,
      scope: scopeFor(provider, documents),
      lifetime: String(LIFETIME_SECONDS),
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      login_hint: holder.number,
    }).toString();
    return url.href;
  }

  /**
   * Exchanges the code for a token.
   * @throws PscError; `expired` for a code that is spent or too old
   */
  async token(provider: PscProvider, given: CodeToExchange): Promise<PscToken> {
    return tokenIn(await this.#request(provider, 'token', tokenRequest(provider, given)));
  }

  /** `certificate-discovery`: the certificates that the token opens. @throws PscError */
  async certificates(provider: PscProvider, token: string): Promise<CloudCertificate[]> {
    const answer = await this.#request(provider, 'certificate-discovery', {
      method: 'GET',
      headers: bearer(token),
    });
    const { data } = certificatesAnswer.safeParse(accepted(answer));
    if (data === undefined) throw new PscError('provider-unavailable', 'the answer has no certificates.');
    return certificatesIn(data);
  }

  /**
   * `signature` in RAW: RSASSA-PKCS1-v1_5 over the SHA-256 of the data. All are verified before they are returned.
   * @returns the signatures in the order of the data
   * @throws PscError; `invalid-answer` when one is missing, or is no signature of its data by the certificate's key
   */
  async sign(provider: PscProvider, request: SignatureRequest): Promise<Uint8Array<ArrayBuffer>[]> {
    const content = signatureContent(provider, request);
    const answer = await this.#post(provider, 'signature', content, { headers: bearer(request.token) });
    return signaturesIn(accepted(answer), request);
  }

  #post(
    provider: PscProvider,
    resource: string,
    content: object,
    { headers, limitMs }: { headers?: Readonly<Record<string, string>>; limitMs?: number } = {},
  ): Promise<PscAnswer> {
    return this.#request(
      provider,
      resource,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(content),
      },
      limitMs,
    );
  }

  #request(
    provider: PscProvider,
    resource: string,
    request: Omit<PscRequest, 'url' | 'signal'>,
    limitMs = this.#limits.answerMs,
  ): Promise<PscAnswer> {
    const signal = AbortSignal.timeout(limitMs);
    const { clientCertificate: own } = provider;
    const send = own === undefined ? this.#send : byMutualTls(own);
    return sendToProvider(send, { ...request, url: addressOf(provider, resource), signal });
  }
}

/** The narrowest: a token for one request dies with it. */
function scopeFor({ mostSignatures }: PscProvider, documents: number): string {
  if (documents === 1) return 'single_signature';
  return documents <= mostSignatures ? 'multi_signature' : 'signature_session';
}

function addressOf({ address, prefix }: PscProvider, resource: string): string {
  return `${address}${prefix}/${resource}`;
}
