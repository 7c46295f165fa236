/** A test provider with the API of the Cloud Signature Consortium. */
import * as z from 'zod';
import { Hono, type Context } from 'hono';
import { otherHolder } from '../authority/test-certificates.ts';
import type { TestCloudHolders } from '../authority/test-signers.ts';
import { STYLE, decide, back, showPage, type AuthorizingProvider } from './authorize.ts';
import type { CscVariant } from './variants.ts';
import { withFault, type PscFault, type PscFaults } from './faults.ts';
import {
  type TestClient,
  type TestGrants,
  bearerOf,
  exchangeCode,
  rawSignature,
  type AskedGrant,
  formOf,
  isClient,
} from './grants.ts';

interface TestCscOptions {
  readonly client: TestClient;
  readonly grants: TestGrants;
  readonly faults: PscFaults;
  readonly holders: Pick<TestCloudHolders, 'of'>;
  /** Where it is, which it says of itself. */
  readonly address: () => string;
}

type Options = TestCscOptions & CscAuthorizeOptions;

/** Where its metadata are. RFC 8414 has them at the origin's own path, which whoever mounts it leads here. */
export const METADATA = '/metadata';

const METHODS = ['info', 'credentials/list', 'credentials/info', 'signatures/signHash'];
const SHA256 = '2.16.840.1.101.3.4.2.1';

const infoRequest = z.object({ credentialID: z.string(), certificates: z.literal('chain') });

const at = (resource: string) => `${CSC_PREFIX}/${resource}`;

const signRequest = z.strictObject({
  credentialID: z.string(),
  hashes: z.array(z.string().regex(/^[A-Za-z0-9+/]{43}=$/)).min(1),
  hashAlgorithmOID: z.literal(SHA256),
  signAlgo: z.string(),
});

/**
 * One provider with the API of the Cloud Signature Consortium for development and tests: strict in what it takes. Its
 * credentials are of SCAL 2: they sign the hashes that were authorised, and no others.
 */
export function createTestCsc(variant: CscVariant, given: TestCscOptions): Hono {
  const options: Options = {
    ...given,
    credentials: new TestCredentials(),
    pushed: new Map(),
    warm: holder => given.holders.of(holder),
  };
  const app = new Hono();
  app.get('/style.css', c => c.body(STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.post(at('info'), c => describe(c, variant, options));
  app.get(METADATA, c => c.json(metadataOf(options)));
  app.post(at('oauth2/par'), c => push(c, options));
  app.get(at('oauth2/authorize'), c => showCscAuthorize(c, variant, options));
  app.post(at('oauth2/authorize'), c => decide(c, authorizing(variant), options));
  app.post(at('oauth2/token'), c => exchange(c, variant, options));
  app.post(at('credentials/list'), c => list(c, variant, options));
  app.post(at('credentials/info'), c => showCredential(c, variant, options));
  app.post(at('signatures/signHash'), c => sign(c, variant, options));
  return app;
}

async function describe(c: Context, variant: CscVariant, { faults, address }: Options): Promise<Response> {
  return withFault(faults.of(variant.id, 'user-discovery'), async fault => {
    const base = address() + CSC_PREFIX;
    const isNew = variant.specs === '2.2.0.0';
    const server = variant.hasMetadata ? { issuerIdentifier: address() } : { baseUri: base };
    const servers = [
      { label: 'Titulares', ...server, authType: ['oauth2code'], supportsRar: variant.takesDetails },
    ];
    return c.json({
      specs: variant.specs,
      name: variant.name,
      region: 'BR',
      lang: 'pt-BR',
      authType: ['oauth2code'],
      ...(isNew
        ? { oauth2Servers: servers, supportedHashTypes: ['DTBSR'] }
        : { oauth2: base, supportsRar: variant.takesDetails }),
      // One that signs documents only can't be used.
      methods: fault === 'lie' ? ['info', 'signatures/signDoc'] : METHODS,
      signAlgorithms: { algos: variant.algorithms },
      signature_formats: { formats: ['P'] },
      conformance_levels: ['AdES-B-B'],
    });
  });
}

function metadataOf({ address }: Options) {
  const server = `${address()}${CSC_PREFIX}/oauth2`;
  return {
    issuer: address(),
    authorization_endpoint: `${server}/authorize`,
    token_endpoint: `${server}/token`,
    pushed_authorization_request_endpoint: `${server}/par`,
    code_challenge_methods_supported: ['S256'],
  };
}

async function exchange(c: Context, variant: CscVariant, options: Options): Promise<Response> {
  return withFault(options.faults.of(variant.id, 'token'), async fault => {
    const grant = await exchangeCode(c, variant.id, options);
    if (typeof grant === 'string' || fault === 'expired')
      return c.json({ error: typeof grant === 'string' ? grant : 'invalid_grant' }, 400);
    return c.json({ access_token: grant.token, token_type: 'Bearer', expires_in: grant.lifeSeconds });
  });
}

/** The grant of the request's token for one of the two authorisations. */
function granted(c: Context, { id }: CscVariant, { grants }: Options, scope: 'service' | 'credential') {
  const token = bearerOf(c);
  const grant = grants.tokenOf(id, token);
  return grant?.scope === scope ? { grant, token } : undefined;
}

const refusal = (c: Context, error: string, status: 400 | 401 = 400) =>
  c.json({ error, error_description: 'Não foi possível.' }, status);

async function list(c: Context, variant: CscVariant, options: Options): Promise<Response> {
  return withFault(options.faults.of(variant.id, 'certificate-discovery'), async fault => {
    const found = granted(c, variant, options, 'service');
    if (found === undefined || fault === 'expired') return refusal(c, 'invalid_token', 401);
    const holder = fault === 'lie' ? otherHolder(found.grant.holder) : found.grant.holder;
    const credentialID = options.credentials.idOf(holder);
    if (!variant.listsDetails) return c.json({ credentialIDs: [credentialID] });
    const details = { credentialID, ...(await credentialOf(holder, fault, variant, options)) };
    return c.json({ credentialIDs: [credentialID], credentialInfos: [details] });
  });
}

async function showCredential(c: Context, variant: CscVariant, options: Options): Promise<Response> {
  const found = granted(c, variant, options, 'service');
  const { data } = infoRequest.safeParse(await c.req.json().catch(() => undefined));
  const holder = data && options.credentials.holderOf(data.credentialID);
  if (found === undefined) return refusal(c, 'invalid_token', 401);
  if (holder === undefined) return refusal(c, 'invalid_request');
  const fault = options.faults.of(variant.id, 'certificate-discovery');
  return c.json(await credentialOf(holder, fault, variant, options));
}

async function credentialOf(
  holder: string,
  fault: PscFault | undefined,
  { algorithms, levelName }: CscVariant,
  { holders }: Options,
) {
  const { certificate } = await holders.of(holder);
  return {
    key: { status: 'enabled', algo: algorithms, len: 2048 },
    cert: { status: 'valid', certificates: [Buffer.from(certificate).toString('base64')] },
    auth: fault === 'pin' ? { mode: 'explicit', expression: 'PIN' } : { mode: 'oauth2code' },
    [levelName]: '2',
    multisign: fault === 'single' ? 1 : MULTISIGN,
    lang: 'pt-BR',
  };
}

async function sign(c: Context, variant: CscVariant, options: Options): Promise<Response> {
  const fault = options.faults.of(variant.id, 'signature');
  const found = granted(c, variant, options, 'credential');
  if (found === undefined || fault === 'expired') return refusal(c, 'invalid_token', 401);
  const { grant, token } = found;
  const { data } = signRequest.safeParse(await c.req.json().catch(() => undefined));
  const allowed = grant.hashes ?? [];
  const isRight =
    data !== undefined &&
    variant.algorithms.includes(data.signAlgo) &&
    data.hashes.length <= allowed.length &&
    data.hashes.every(hash => allowed.includes(hash));
  if (!isRight) return refusal(c, 'invalid_request');
  options.grants.spend(token);
  return withFault(fault, async () => {
    const { privateKeyPem } = await options.holders.of(grant.holder);
    const signatures = data.hashes.map(hash => {
      const digest = Buffer.from(hash, 'base64');
      if (fault === 'lie') digest.reverse();
      return rawSignature(digest, privateKeyPem).toString('base64');
    });
    if (fault === 'too-few') signatures.splice(-1);
    if (fault === 'other-order') signatures.reverse();
    return c.json({ signatures });
  });
}

/** The path of its API, and of its authorisation server. */
export const CSC_PREFIX = '/csc/v2';

/** Signatures that one authorisation may be for. */
const MULTISIGN = 100;

const LIFE_SECONDS = 300;

/** Who signs where nobody says so; QA can change it on the page. */
const USUAL_HOLDER = '52998224725';

interface CscAuthorizeOptions {
  readonly client: TestClient;
  readonly grants: TestGrants;
  readonly credentials: TestCredentials;
  /** Requests that were pushed, by their address. */
  readonly pushed: Map<string, URLSearchParams>;
  /** Makes what takes seconds before clients wait for it. */
  readonly warm: (holder: string) => Promise<unknown>;
}

/** Names of credentials, which say nothing of their holders: they stand in addresses. */
class TestCredentials {
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

const authorizing = ({ name }: CscVariant): AuthorizingProvider => ({
  name,
  prefix: `${CSC_PREFIX}/oauth2`,
  denial: 'access_denied',
});

/** Takes a request before the signer comes (RFC 9126). */
async function push(c: Context, { client, pushed }: CscAuthorizeOptions): Promise<Response> {
  const form = await formOf(c);
  const given = { client_id: form?.get('client_id') ?? '', client_secret: form?.get('client_secret') ?? '' };
  if (form === undefined || !isClient(client, given)) return c.json({ error: 'invalid_client' }, 401);
  const address = `urn:ietf:params:oauth:request_uri:${crypto.randomUUID()}`;
  pushed.set(address, form);
  return c.json({ request_uri: address, expires_in: 60 }, 201);
}

/** The page that asks for the holder's certificates, or for their signatures. */
async function showCscAuthorize(
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
    ? showPage(c, authorizing(variant), {
        ...shown,
        question: 'Um site quer ver seus certificados em nuvem.',
        holder,
      })
    : showPage(c, authorizing(variant), { ...shown, question: `Assinaturas pedidas: ${hashes.length}.` });
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
