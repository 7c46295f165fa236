import { createHash } from 'node:crypto';
import * as z from 'zod';
import { PscError } from './psc-error.ts';
import type { PscAnswer, PscRequest } from './psc-request.ts';

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
