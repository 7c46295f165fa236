import * as z from 'zod';
import { hasCredentials, isConfidential, readUrl } from '../../http/trusted-urls.ts';
import { PscError } from '../psc-error.ts';
import type { CscProvider } from './csc-provider.ts';

/** What a provider says of itself (CSC API v2, 11.1 `info`), as far as signing with it needs. */
export interface CscInfo {
  readonly server: OAuthServerRef;
  /** The type of `authorization_details` that its authorisation server takes; undefined: it takes query parameters. */
  readonly detailsType: string | undefined;
  /** Whether the documents' hashes are marked as those of data to be signed, which came with 2.2. */
  readonly marksHashes: boolean;
}

/** Where its authorisation server is: at a base, or described by metadata (RFC 8414). */
export type OAuthServerRef =
  { readonly kind: 'base'; readonly base: string } | { readonly kind: 'issuer'; readonly issuer: string };

/** Its endpoints. */
export interface OAuthEndpoints {
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
export function endpointsAt(base: string): OAuthEndpoints {
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
