import type { Context } from 'hono';
import * as z from 'zod';
import { back, page, type AuthorizingProvider } from './test-authorize.ts';
import type { CscVariant } from './test-csc-variants.ts';
import type { AskedGrant, TestClient, TestGrants } from './test-grants.ts';
import { formOf, isClient } from './test-oauth.ts';

/** The path of its API, and of its authorisation server. */
export const CSC_PREFIX = '/csc/v2';

/** Signatures that one authorisation may be for. */
export const MULTISIGN = 100;

const LIFE_SECONDS = 300;

/** Who signs where nobody says so; QA can change it on the page. */
const USUAL_HOLDER = '52998224725';

export interface CscAuthorizeOptions {
  readonly client: TestClient;
  readonly grants: TestGrants;
  readonly credentials: TestCredentials;
  /** Requests that were pushed, by their address. */
  readonly pushed: Map<string, URLSearchParams>;
  /** Makes what takes seconds before clients wait for it. */
  readonly warm: (holder: string) => Promise<unknown>;
}

/** Names of credentials, which say nothing of their holders: they stand in addresses. */
export class TestCredentials {
  readonly #holders = new Map<string, string>();

  idOf(holder: string): string {
    for (const [id, known] of this.#holders) if (known === holder) return id;
    const id = crypto.randomUUID();
    this.#holders.set(id, holder);
    return id;
  }

  holderOf(id: string): string | undefined {
    return this.#holders.get(id);
  }
}

const SHA256 = '2.16.840.1.101.3.4.2.1';
const HASH = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);

const detailsSchema = (variant: CscVariant) =>
  z
    .array(
      z.strictObject({
        type: z.literal(
          variant.specs === '2.2.0.0' ? 'https://cloudsignatureconsortium.org/2025/credential' : 'credential',
        ),
        credentialID: z.string(),
        numSignatures: z.int(),
        documentDigests: z.array(
          z.strictObject({
            hash: HASH,
            label: z.string(),
            ...(variant.specs === '2.2.0.0' ? { hashType: z.literal('DTBSR') } : {}),
          }),
        ),
        hashAlgorithmOID: z.literal(SHA256),
      }),
    )
    .length(1);

interface AskedSignatures {
  readonly credentialID: string;
  readonly numSignatures: number;
  /** Base64. */
  readonly hashes: readonly string[];
}

export const authorizing = ({ name }: CscVariant): AuthorizingProvider => ({
  name,
  prefix: `${CSC_PREFIX}/oauth2`,
  denial: 'access_denied',
});

/** Takes a request before the signer comes (RFC 9126). */
export async function push(c: Context, { client, pushed }: CscAuthorizeOptions): Promise<Response> {
  const form = await formOf(c);
  const given = { client_id: form?.get('client_id') ?? '', client_secret: form?.get('client_secret') ?? '' };
  if (form === undefined || !isClient(client, given)) return c.json({ error: 'invalid_client' }, 401);
  const address = `urn:ietf:params:oauth:request_uri:${crypto.randomUUID()}`;
  pushed.set(address, form);
  return c.json({ request_uri: address, expires_in: 60 }, 201);
}

/** The page that asks for the holder's certificates, or for their signatures. */
export async function showCscAuthorize(
  c: Context,
  variant: CscVariant,
  options: CscAuthorizeOptions,
): Promise<Response> {
  const { client } = options;
  const asked = askedIn(c, variant, options);
  if (asked?.get('client_id') !== client.clientId || asked.get('redirect_uri') !== client.redirectUri)
    return c.text('client_id ou redirect_uri não cadastrados.', 400);
  const grant = grantIn(asked, variant, options);
  if (grant === undefined) {
    const state = asked.get('state') ?? undefined;
    return c.redirect(back({ redirectUri: client.redirectUri, state }, { error: 'invalid_request' }), 302);
  }
  await options.warm(grant.holder);
  const shown = { id: options.grants.ask(grant), isWaiting: false };
  const { hashes, holder } = grant;
  return hashes === undefined
    ? page(c, authorizing(variant), {
        ...shown,
        question: 'Um site quer ver seus certificados em nuvem.',
        holder,
      })
    : page(c, authorizing(variant), { ...shown, question: `Assinaturas pedidas: ${hashes.length}.` });
}

/** The members of the request: as they were pushed, or those of the address. */
function askedIn(c: Context, { hasMetadata }: CscVariant, { pushed }: CscAuthorizeOptions) {
  const query = new URL(c.req.url).searchParams;
  if (!hasMetadata) return query;
  const address = query.get('request_uri') ?? '';
  const asked = pushed.get(address);
  pushed.delete(address);
  return asked?.get('client_id') === query.get('client_id') ? asked : undefined;
}

/** What is asked for; undefined where it is not as it has to be. */
function grantIn(
  asked: URLSearchParams,
  variant: CscVariant,
  { client: { redirectUri }, credentials }: CscAuthorizeOptions,
): AskedGrant | undefined {
  const challenge = asked.get('code_challenge') ?? '';
  const usesPkce = asked.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(challenge);
  if (asked.get('response_type') !== 'code' || !usesPkce) return undefined;
  const state = asked.get('state') ?? undefined;
  const common = { providerId: variant.id, redirectUri, state, challenge, lifeSeconds: LIFE_SECONDS };
  if (asked.get('scope') === 'service') return { ...common, scope: 'service', holder: USUAL_HOLDER };
  const signatures = variant.takesDetails ? inDetails(asked, variant) : inQuery(asked);
  const holder = signatures && credentials.holderOf(signatures.credentialID);
  if (signatures === undefined || holder === undefined || !isWhole(signatures)) return undefined;
  return { ...common, scope: 'credential', holder, hashes: signatures.hashes };
}

function inDetails(asked: URLSearchParams, variant: CscVariant): AskedSignatures | undefined {
  const { data } = detailsSchema(variant).safeParse(parsed(asked.get('authorization_details') ?? ''));
  const [details] = data ?? [];
  return details && { ...details, hashes: details.documentDigests.map(({ hash }) => hash) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function inQuery(asked: URLSearchParams): AskedSignatures | undefined {
  const isRight = asked.get('scope') === 'credential' && asked.get('hashAlgorithmOID') === SHA256;
  const given = (asked.get('hashes') ?? '').split(',');
  if (!isRight || !given.every(hash => /^[\w-]{43}$/.test(hash))) return undefined;
  return {
    credentialID: asked.get('credentialID') ?? '',
    numSignatures: Number(asked.get('numSignatures')),
    hashes: given.map(hash => Buffer.from(hash, 'base64url').toString('base64')),
  };
}

function isWhole({ numSignatures, hashes }: AskedSignatures): boolean {
  return numSignatures === hashes.length && numSignatures >= 1 && numSignatures <= MULTISIGN;
}
