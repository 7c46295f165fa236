/** Requests to providers of cloud certificates: sending, OAuth with PKCE, certificates in answers, and what went wrong. */
import {
  BerError,
  type CertificateFacts,
  certificatesInPem,
  readableCertificates,
} from '@sign-session/certificates';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { fromBase64 } from '../domain/bytes.ts';

/** Why an authorisation or a signature by a cloud certificate did not come about, as told to the signer. */
export const CLOUD_ERRORS = [
  /** The signer, or their provider, said no. */
  'denied',
  /** Nobody answered on the provider's page in time. */
  'timed-out',
  /** The authorisation was given, but no longer holds. */
  'expired',
  /** It was given by somebody else, or for somebody else's certificate. */
  'wrong-holder',
  /** The provider does not answer, or not as agreed. */
  'provider-unavailable',
  /** The provider takes no more requests now. */
  'too-many',
  /** The provider answered with something that must not be used, such as a signature by another key. */
  'invalid-answer',
  /** The certificate signs fewer documents by one authorisation than there are. */
  'too-many-documents',
  /** The certificate is used in a way that this service does not support, such as a PIN that it would have to ask for. */
  'not-supported',
] as const;
export type CloudError = (typeof CLOUD_ERRORS)[number];

/**
 * A failed request to a provider. Its message holds nothing of the answer, which is the least standard part of these
 * interfaces and may hold data of the signer.
 */
export class PscError extends Error {
  override readonly name = 'PscError';
  readonly kind: CloudError;

  constructor(kind: CloudError, detail: string, options?: { readonly cause?: unknown }) {
    super(`${kind}: ${detail}`, options);
    this.kind = kind;
  }
}

/** OAuth 2.0's errors on the way back from the provider's page (RFC 6749, 4.1.2.1), and those of single providers. */
const RETURNED: ReadonlyMap<string, CloudError> = new Map([
  ['access_denied', 'denied'],
  ['user_denied', 'denied'],
  ['server_error', 'provider-unavailable'],
  ['temporarily_unavailable', 'provider-unavailable'],
]);

/** @param error as in the address that the signer came back with */
export function returnedError(error: string): CloudError {
  return RETURNED.get(error) ?? 'invalid-answer';
}

/** Sends a request; the global `fetch` outside tests. */
export type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

/** Certificates of every slot of a person, and more; no provider's answer comes near it. */
const LARGEST_ANSWER = 256 * 1024;

export interface PscRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** An answer that is no error. */
export interface PscAnswer {
  readonly ok: boolean;
  readonly status: number;
  /** Parsed JSON; undefined if it is none. */
  readonly json: unknown;
}

/**
 * One request to a provider. Its address is the operator's setting; redirects are not followed, since the secret or
 * a token would go along. The answer is limited in size, and in time by the signal.
 * @throws PscError `provider-unavailable`, `too-many`
 */
export async function sendToProvider(send: SendRequest, request: PscRequest): Promise<PscAnswer> {
  const { url, method, headers = {}, body, signal } = request;
  const init: RequestInit = {
    method,
    headers: { Accept: 'application/json', ...headers },
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body }),
  };
  let response: Response;
  let text: string | undefined;
  try {
    response = await send(url, init);
    text = await readText(response);
  } catch (cause) {
    throw new PscError('provider-unavailable', 'the request failed.', { cause });
  }
  const { status, ok } = response;
  if (text === undefined) throw new PscError('provider-unavailable', 'the answer is too large.');
  if (status === 429) throw new PscError('too-many', 'the provider limits requests.');
  if (status >= 500) throw new PscError('provider-unavailable', `the provider answers ${status}.`);
  if (!ok && (status < 400 || response.type === 'opaqueredirect'))
    throw new PscError('provider-unavailable', 'the provider redirects.');
  return { ok, status, json: parsed(text) };
}

/** Undefined if it is larger than the limit. */
async function readText(response: Response): Promise<string | undefined> {
  if (response.body === null) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    size += part.length;
    // Leaving the loop cancels the body.
    if (size > LARGEST_ANSWER) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whose certificate is looked for. */
export interface HolderId {
  readonly type: 'CPF' | 'CNPJ';
  /** 11 digits, or the 14 characters of a CNPJ. */
  readonly number: string;
}

/** What leads the signer to their provider's page (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
  readonly holder: HolderId;
  /** How many documents are to be signed. */
  readonly documents: number;
}

/** An access token for these signatures. A credential. */
export interface PscToken {
  readonly token: string;
  /** Who authorised, as far as the provider says. */
  readonly holder: HolderId | undefined;
}

/** What a token is given for (RFC 6749, 4.1.3; RFC 7636, 4.5). */
export interface CodeToExchange {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

const tokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,16384}$/),
  authorized_identification_type: z.string().optional(),
  authorized_identification: z.string().optional(),
});

const errorAnswer = z.object({ error: z.string() });

/** Of PKCE (RFC 7636, 4.2), base64url. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** The request for a token: a form, as OAuth has it. */
export function tokenRequest(
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  { code, verifier, redirectUri }: CodeToExchange,
): Omit<PscRequest, 'url' | 'signal'> {
  return formRequest({
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
}

export function formRequest(members: Readonly<Record<string, string>>): Omit<PscRequest, 'url' | 'signal'> {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(members).toString(),
  };
}

export function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

/** The token of an answer. @throws PscError */
export function tokenIn(answer: PscAnswer): PscToken {
  const { data } = tokenAnswer.safeParse(accepted(answer));
  if (data === undefined) throw new PscError('provider-unavailable', 'the answer has no token.');
  return { token: data.access_token, holder: holderOf(data) };
}

/**
 * The content of an answer that is no error. A code or token that is not accepted any more was given, and spent or
 * expired meanwhile; what the bodies say beyond OAuth's `error` differs from provider to provider.
 * @throws PscError `expired`, `provider-unavailable`
 */
export function accepted({ ok, status, json }: PscAnswer): unknown {
  if (ok) return json;
  const { data } = errorAnswer.safeParse(json);
  const isClients = data?.error === 'invalid_client' || data?.error === 'unauthorized_client';
  const isExpired = data?.error === 'invalid_grant' || data?.error === 'invalid_token' || status === 401;
  if (isExpired && !isClients) throw new PscError('expired', `the provider answers ${status}.`);
  throw new PscError('provider-unavailable', `the provider answers ${status}.`);
}

function holderOf(answer: z.output<typeof tokenAnswer>): HolderId | undefined {
  const { authorized_identification_type: type, authorized_identification: identification } = answer;
  if (identification === undefined) return undefined;
  const number = identification.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
  return { type: type?.toUpperCase() === 'CNPJ' || number.length === 14 ? 'CNPJ' : 'CPF', number };
}

/** A certificate that an authorisation opens. */
export interface CloudCertificate {
  /** Names it to the provider. */
  readonly alias: string;
  readonly certificate: CertificateFacts;
  /** Its issuers, where the provider sends them along. */
  readonly issuers: readonly CertificateFacts[];
  /** What the provider says of signing with it, where its interface says so. */
  readonly use?: CredentialUse | undefined;
}

/** How a certificate signs. */
interface CredentialUse {
  /** The object identifier of the signature algorithm; undefined: this service can't sign with it. */
  readonly signAlgo: string | undefined;
  /** Signatures that one authorisation may be for. */
  readonly mostSignatures: number;
}

/** More than anybody has. */
const MOST_CERTIFICATES = 50;

export const certificatesAnswer = z.object({
  certificates: z
    .array(z.object({ alias: z.string().optional(), certificate: z.string().optional() }))
    .max(MOST_CERTIFICATES)
    .optional(),
});

/**
 * The certificates of an answer to `certificate-discovery`: PEM, or DER in bare base64, with or without line breaks.
 * Leaves out entries without an alias, which cannot be signed with, and what is no certificate.
 */
export function certificatesIn({
  certificates = [],
}: z.output<typeof certificatesAnswer>): CloudCertificate[] {
  return certificates.flatMap(({ alias = '', certificate: text = '' }) => {
    const [certificate, ...issuers] = alias === '' ? [] : readableCertificates(dersIn(text));
    return certificate === undefined ? [] : [{ alias, certificate, issuers }];
  });
}

function dersIn(text: string): Uint8Array<ArrayBuffer>[] {
  try {
    return text.includes('-----BEGIN') ? certificatesInPem(text) : [fromBase64(text)];
  } catch (error) {
    if (error instanceof BerError) return [];
    throw error;
  }
}
