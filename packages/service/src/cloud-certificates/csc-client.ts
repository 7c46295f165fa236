/** Providers with the API of the Cloud Signature Consortium (CSC API v2): discovery, credentials, authorisation, signatures. */
import { type CertificateFacts, readableCertificates } from '@sign-session/certificates';
import * as z from 'zod';
import { fromBase64 } from '../domain/bytes.ts';
import { sha256 } from '../domain/sha256.ts';
import { hasCredentials, isConfidential, readUrl } from '../http/trusted-urls.ts';
import {
  accepted,
  type AuthorizationRequest,
  bearer,
  challengeOf,
  type CloudCertificate,
  type CodeToExchange,
  formRequest,
  type PscAnswer,
  PscError,
  type PscRequest,
  type PscToken,
  type SendRequest,
  sendToProvider,
  tokenIn,
  tokenRequest,
} from './provider-requests.ts';
import type { CscProvider } from './providers.ts';
import { type Discovery, type PscLimits, SHA256, type SignatureRequest, verified } from './psc-client.ts';

/** What a provider says of itself (CSC API v2, 11.1 `info`), as far as signing with it needs. */
interface CscInfo {
  readonly server: OAuthServerRef;
  /** The type of `authorization_details` that its authorisation server takes; undefined: it takes query parameters. */
  readonly detailsType: string | undefined;
  /** Whether the documents' hashes are marked as those of data to be signed, which came with 2.2. */
  readonly marksHashes: boolean;
}

/** Where its authorisation server is: at a base, or described by metadata (RFC 8414). */
type OAuthServerRef =
  { readonly kind: 'base'; readonly base: string } | { readonly kind: 'issuer'; readonly issuer: string };

/** Its endpoints. */
interface OAuthEndpoints {
  readonly authorize: string;
  readonly token: string;
  /** For requests that are sent before the signer goes there (RFC 9126). */
  readonly pushed?: string | undefined;
}

const NEEDED = ['credentials/list', 'signatures/signHash'];

const serverEntry = z.object({
  baseUri: z.string().optional(),
  issuerIdentifier: z.string().optional(),
  authType: z.array(z.string()).optional(),
  supportsRar: z.boolean().nullish(),
});

const infoAnswer = z.object({
  specs: z.string().regex(/^2\.\d/),
  authType: z.array(z.string()),
  methods: z.array(z.string()),
  oauth2: z.string().nullish(),
  oauth2Issuer: z.string().nullish(),
  oauth2Servers: z.array(serverEntry).max(20).nullish(),
  supportsRar: z.boolean().nullish(),
});

const metadataAnswer = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  pushed_authorization_request_endpoint: z.string().optional(),
});

const unsupported = (detail: string) => new PscError('provider-unavailable', detail);

/**
 * Reads an answer to `info`, of 2.0 to 2.2.
 * @throws PscError `provider-unavailable` when it can't be signed with as far as it says
 */
export function infoIn(answer: unknown, provider: CscProvider): CscInfo {
  const { data } = infoAnswer.safeParse(answer);
  if (data === undefined) throw unsupported('the answer is no description of version 2.');
  if (NEEDED.some(method => !data.methods.includes(method)))
    throw unsupported('it does not sign hashes for others.');
  const found = serverIn(data);
  if (found === undefined) throw unsupported('it has no authorisation by OAuth.');
  requireTrusted(found.server.kind === 'base' ? found.server.base : found.server.issuer, provider);
  const marksHashes = !/^2\.[01]/.test(data.specs);
  return {
    server: found.server,
    detailsType: found.takesDetails ? typeOf(marksHashes) : undefined,
    marksHashes,
  };
}

/** 2.2 renamed it. */
function typeOf(isNew: boolean): string {
  return isNew ? 'https://cloudsignatureconsortium.org/2025/credential' : 'credential';
}

/** 2.2 may list several; before, there is one. */
function serverIn({
  oauth2Servers,
  oauth2,
  oauth2Issuer,
  authType,
  supportsRar,
}: z.output<typeof infoAnswer>) {
  const entries = oauth2Servers ?? [
    { baseUri: oauth2 ?? undefined, issuerIdentifier: oauth2Issuer ?? undefined, authType, supportsRar },
  ];
  for (const entry of entries) {
    if (!(entry.authType ?? authType).includes('oauth2code')) continue;
    const server = refOf(entry);
    if (server !== undefined) return { server, takesDetails: entry.supportsRar === true };
  }
  return undefined;
}

function refOf({ baseUri, issuerIdentifier }: z.output<typeof serverEntry>): OAuthServerRef | undefined {
  if (issuerIdentifier !== undefined) return { kind: 'issuer', issuer: issuerIdentifier };
  return baseUri === undefined ? undefined : { kind: 'base', base: baseUri.replace(/\/+$/, '') };
}

/** Of an authorisation server at a base (CSC API v2, 8.4). */
function endpointsAt(base: string): OAuthEndpoints {
  return { authorize: `${base}/oauth2/authorize`, token: `${base}/oauth2/token` };
}

/** Where the metadata of an issuer are (RFC 8414, 3.1). */
export function metadataAddress(issuer: string): string {
  const url = new URL(issuer);
  url.pathname = `/.well-known/oauth-authorization-server${url.pathname.replace(/\/$/, '')}`;
  return url.href;
}

/** @throws PscError `provider-unavailable` for metadata of another issuer, or that lead elsewhere */
export function endpointsIn(answer: unknown, issuer: string, provider: CscProvider): OAuthEndpoints {
  const { data } = metadataAnswer.safeParse(answer);
  if (data?.issuer !== issuer) throw unsupported('there are no metadata of its authorisation server.');
  const { authorization_endpoint: authorize, token_endpoint: token } = data;
  const { pushed_authorization_request_endpoint: pushed } = data;
  for (const address of [authorize, token, ...(pushed === undefined ? [] : [pushed])])
    requireTrusted(address, provider);
  return { authorize, token, pushed };
}

/** The client's secret goes there, so it must be where the operator says. @throws PscError `provider-unavailable` */
function requireTrusted(address: string, { address: own, authorizationOrigin }: CscProvider): void {
  const url = readUrl(address);
  const origins = [new URL(own).origin, authorizationOrigin];
  if (url === undefined || !isConfidential(url) || hasCredentials(url) || !origins.includes(url.origin))
    throw unsupported('its authorisation server is at an origin that is not configured.');
}

/** What the holder authorises: these signatures by this credential, and no others. */
export interface SignaturesToAuthorize {
  readonly credentialId: string;
  /** SHA-256, base64. */
  readonly hashes: readonly string[];
}

/** The request for an authorisation: `service` opens the list of credentials, `credential` a key for these hashes. */
function authorizationMembers(
  clientId: string,
  { redirectUri, state, verifier }: Pick<AuthorizationRequest, 'redirectUri' | 'state' | 'verifier'>,
  info: CscInfo,
  signatures: SignaturesToAuthorize | undefined,
): Record<string, string> {
  return {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...(signatures === undefined ? { scope: 'service' } : signatureMembers(signatures, info)),
  };
}

/** The whole set of hashes, so that a server of SCAL 2 signs nothing else. Documents are named by their places only. */
function signatureMembers(
  { credentialId: credentialID, hashes }: SignaturesToAuthorize,
  { detailsType: type, marksHashes }: CscInfo,
): Record<string, string> {
  const numSignatures = hashes.length;
  const hashAlgorithmOID = SHA256;
  if (type === undefined) {
    return {
      scope: 'credential',
      credentialID,
      numSignatures: String(numSignatures),
      hashes: hashes.map(hash => Buffer.from(hash, 'base64').toString('base64url')).join(','),
      hashAlgorithmOID,
    };
  }
  const documentDigests = hashes.map((hash, index) => ({
    hash,
    label: `${index + 1}/${numSignatures}`,
    // The hash is of the signed attributes, not of the document.
    ...(marksHashes && { hashType: 'DTBSR' }),
  }));
  return {
    authorization_details: JSON.stringify([
      { type, credentialID, numSignatures, documentDigests, hashAlgorithmOID },
    ]),
  };
}

/** More than anybody has. */
const MOST_CREDENTIALS = 50;

const ID = z.string().min(1).max(1000);

/** What `credentials/info` answers, and a list with details. */
const credential = z.object({
  key: z.object({ status: z.string().optional(), algo: z.array(z.string()) }),
  cert: z.object({ certificates: z.array(z.string()).max(10) }),
  auth: z.object({ mode: z.string() }).nullish(),
  multisign: z.number().nullish(),
});

const listAnswer = z.object({
  credentialIDs: z.array(ID).max(MOST_CREDENTIALS),
  credentialInfos: z.array(z.unknown()).max(MOST_CREDENTIALS).nullish(),
});

const withId = z.object({ credentialID: ID });

/** The credentials of a list. @returns undefined when it is none */
export function listIn(
  answer: unknown,
):
  { readonly ids: readonly string[]; readonly details: readonly CloudCertificate[] | undefined } | undefined {
  const { data } = listAnswer.safeParse(answer);
  if (data === undefined) return undefined;
  const details = data.credentialInfos?.flatMap(info => {
    const { data: named } = withId.safeParse(info);
    return named === undefined ? [] : credentialIn(info, named.credentialID);
  });
  return { ids: data.credentialIDs, details };
}

/** A credential with its certificate, as a list of one; empty for one that has none, or can't be read. */
export function credentialIn(answer: unknown, credentialID: string): CloudCertificate[] {
  const { data } = credential.safeParse(answer);
  if (data === undefined) return [];
  const ders = data.cert.certificates.map(fromBase64);
  const [certificate, ...issuers] = readableCertificates(ders);
  if (certificate === undefined) return [];
  const mostSignatures = data.multisign ?? 1;
  return [
    {
      alias: credentialID,
      certificate,
      issuers,
      use: { signAlgo: signAlgoOf(data, certificate), mostSignatures },
    },
  ];
}

/** RSASSA-PKCS1-v1_5 and ECDSA, each over SHA-256. A bare RSA key is told the hash's algorithm beside it. */
const ALGORITHMS = {
  RSA: ['1.2.840.113549.1.1.11', '1.2.840.113549.1.1.1'],
  EC: ['1.2.840.10045.4.3.2'],
  other: [],
} as const satisfies Record<CertificateFacts['publicKey']['type'], readonly string[]>;

/**
 * Only keys that their holder unlocks on the provider's own page: in the other modes this service would have to ask for
 * a PIN or a password.
 */
function signAlgoOf(
  { key, auth }: z.output<typeof credential>,
  { publicKey }: CertificateFacts,
): string | undefined {
  if (auth?.mode !== 'oauth2code' || key.status === 'disabled') return undefined;
  return ALGORITHMS[publicKey.type].find(algorithm => key.algo.includes(algorithm));
}

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
        return verified(fromBase64(signature), dataToSign, certificate);
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
