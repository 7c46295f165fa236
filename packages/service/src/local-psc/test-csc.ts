import { Hono, type Context } from 'hono';
import * as z from 'zod';
import { otherHolder } from '../pki/test-certificates.ts';
import type { TestCloudHolders } from '../pki/test-cloud-holders.ts';
import { STYLE } from './authorize-page.ts';
import { decide } from './test-authorize.ts';
import {
  authorizing,
  CSC_PREFIX,
  MULTISIGN,
  push,
  showCscAuthorize,
  TestCredentials,
  type CscAuthorizeOptions,
} from './test-csc-authorize.ts';
import type { CscVariant } from './test-csc-variants.ts';
import { withFault } from './test-fault-answers.ts';
import type { PscFault, PscFaults } from './test-faults.ts';
import type { TestClient, TestGrants } from './test-grants.ts';
import { bearerOf, exchangeCode } from './test-oauth.ts';
import { rawSignature } from './test-signature.ts';

export interface TestCscOptions {
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
