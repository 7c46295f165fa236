import * as z from 'zod';
import {
  accepted,
  bearer,
  formRequest,
  tokenIn,
  tokenRequest,
  type AuthorizationRequest,
  type CodeToExchange,
  type PscToken,
} from '../oauth.ts';
import type { CloudCertificate } from '../psc-certificates.ts';
import type { Discovery, PscLimits } from '../psc-client.ts';
import { PscError } from '../psc-error.ts';
import { sendToProvider, type PscAnswer, type PscRequest, type SendRequest } from '../psc-request.ts';
import { SHA256, verified, type SignatureRequest } from '../psc-signatures.ts';
import { sha256 } from '../../domain/sha256.ts';
import { authorizationMembers, type SignaturesToAuthorize } from './csc-authorization.ts';
import { credentialIn, listIn } from './csc-credentials.ts';
import type { CscProvider } from './csc-provider.ts';
import {
  endpointsAt,
  endpointsIn,
  infoIn,
  metadataAddress,
  type CscInfo,
  type OAuthEndpoints,
} from './csc-service.ts';

/** What a provider says of itself seldom changes. */
const KEPT_MS = 10 * 60_000;

/** Servers refuse longer addresses, Node at 16 KB with all headers. Above it a request has to be pushed. */
const LONGEST_ADDRESS = 8000;

/** Credentials whose details are asked for one by one, where the list has none. */
const MOST_ASKED = 5;

interface CscService {
  readonly info: CscInfo;
  readonly endpoints: OAuthEndpoints;
}

const pushedAnswer = z.object({ request_uri: z.string().min(1).max(2000) });

const signaturesAnswer = z.object({ signatures: z.array(z.string()).max(1000) });

/**
 * The API of the Cloud Signature Consortium, 2.0 to 2.2, for signing by a certificate that a provider keeps: OAuth for
 * the service and for the credential, `credentials/list`, `credentials/info` and `signatures/signHash`.
 */
export class CscClient {
  readonly #send: SendRequest;
  readonly #limits: Required<PscLimits>;
  readonly #services = new Map<string, { readonly until: number; readonly service: Promise<CscService> }>();

  constructor(send: SendRequest = fetch, limits: PscLimits = {}) {
    this.#send = send;
    this.#limits = { discoveryMs: 3000, answerMs: 4000, ...limits };
  }

  /** Whether it answers: only the holder can ask for their certificates. Never throws. */
  async discover(provider: CscProvider): Promise<Discovery> {
    const late = new Promise<Discovery>(resolve => {
      setTimeout(() => resolve('unavailable'), this.#limits.discoveryMs).unref();
    });
    const found = this.#service(provider).then(
      (): Discovery => 'unknown',
      (): Discovery => 'unavailable',
    );
    return Promise.race([found, late]);
  }

  /** Learns what the provider says of itself. @throws PscError where it can't be signed with */
  async reach(provider: CscProvider): Promise<void> {
    await this.#service(provider);
  }

  /**
   * The address of the provider's page: to show the certificates, or to sign with one of them.
   * @throws PscError; `too-many-documents` when the request becomes too long
   */
  async authorizationUrl(
    provider: CscProvider,
    request: AuthorizationRequest,
    signatures?: SignaturesToAuthorize,
  ): Promise<string> {
    const { info, endpoints } = await this.#service(provider);
    const { clientId, clientSecret } = provider;
    const members = authorizationMembers(clientId, request, info, signatures);
    const url = new URL(endpoints.authorize);
    if (endpoints.pushed === undefined) {
      for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value);
      if (url.href.length > LONGEST_ADDRESS)
        throw new PscError('too-many-documents', 'the address is too long.');
      return url.href;
    }
    const form = formRequest({ ...members, client_secret: clientSecret });
    const { data } = pushedAnswer.safeParse(accepted(await this.#request(endpoints.pushed, form)));
    if (data === undefined) throw new PscError('provider-unavailable', 'the request was not taken.');
    url.searchParams.set('client_id', clientId);
    url.searchParams.set('request_uri', data.request_uri);
    return url.href;
  }

  /** Exchanges the code for a token. @throws PscError; `expired` for a code that is spent or too old */
  async token(provider: CscProvider, given: CodeToExchange): Promise<PscToken> {
    const { endpoints } = await this.#service(provider);
    return tokenIn(await this.#request(endpoints.token, tokenRequest(provider, given)));
  }

  /** The certificates of whoever authorised the service. @throws PscError */
  async certificates(provider: CscProvider, token: string): Promise<CloudCertificate[]> {
    const details = { certificates: 'chain', certInfo: true, authInfo: true };
    const all = { ...details, credentialInfo: true };
    const list = listIn(accepted(await this.#post(provider, 'credentials/list', all, token)));
    if (list === undefined) throw new PscError('provider-unavailable', 'the answer has no credentials.');
    if (list.details !== undefined) return [...list.details];
    const found = await Promise.all(
      list.ids.slice(0, MOST_ASKED).map(async credentialID => {
        const answer = await this.#post(provider, 'credentials/info', { ...details, credentialID }, token);
        return credentialIn(accepted(answer), credentialID);
      }),
    );
    return found.flat();
  }

  /**
   * `signatures/signHash` for all data at once; the signatures come in their order, and are verified.
   * @throws PscError; `invalid-answer` when one is missing, or is no signature of its data by the certificate's key
   */
  async sign(
    provider: CscProvider,
    { token, alias, certificate, data, signAlgo }: SignatureRequest,
  ): Promise<Uint8Array<ArrayBuffer>[]> {
    const content = {
      credentialID: alias,
      hashes: data.map(({ dataToSign }) => sha256(dataToSign).toString('base64')),
      hashAlgorithmOID: SHA256,
      signAlgo,
    };
    const answer = accepted(await this.#post(provider, 'signatures/signHash', content, token));
    const { data: read } = signaturesAnswer.safeParse(answer);
    return Promise.all(
      data.map(({ dataToSign }, index) => {
        const signature = read?.signatures[index];
        if (signature === undefined) throw new PscError('invalid-answer', 'a signature is missing.');
        return verified(new Uint8Array(Buffer.from(signature, 'base64')), dataToSign, certificate);
      }),
    );
  }

  /** What the provider says of itself, once in a while. @throws PscError */
  #service(provider: CscProvider): Promise<CscService> {
    const kept = this.#services.get(provider.id);
    if (kept !== undefined && performance.now() < kept.until) return kept.service;
    const service = this.#ask(provider);
    this.#services.set(provider.id, { until: performance.now() + KEPT_MS, service });
    service.catch(() => this.#services.delete(provider.id));
    return service;
  }

  async #ask(provider: CscProvider): Promise<CscService> {
    const info = infoIn(accepted(await this.#post(provider, 'info', {})), provider);
    if (info.server.kind === 'base') return { info, endpoints: endpointsAt(info.server.base) };
    const { issuer } = info.server;
    const metadata = accepted(await this.#request(metadataAddress(issuer), { method: 'GET' }));
    return { info, endpoints: endpointsIn(metadata, issuer, provider) };
  }

  #post({ address }: CscProvider, resource: string, content: object, token?: string): Promise<PscAnswer> {
    const headers = { 'Content-Type': 'application/json', ...(token === undefined ? {} : bearer(token)) };
    return this.#request(`${address}/${resource}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(content),
    });
  }

  #request(url: string, request: Omit<PscRequest, 'url' | 'signal'>): Promise<PscAnswer> {
    const signal = AbortSignal.timeout(this.#limits.answerMs);
    return sendToProvider(this.#send, { ...request, url, signal });
  }
}
