/** A test provider of cloud certificates after DOC-ICP-17.01 (PSC). */
import * as z from 'zod';
import { Hono, type Context } from 'hono';
import { otherHolder } from '../authority/test-certificates.ts';
import { STYLE, decide, showAuthorize, type AuthorizeOptions } from './authorize.ts';
import { faultAnswer, withFault, type PscFaults } from './faults.ts';
import { bearerOf, exchangeCode, isClient, rawSignature } from './grants.ts';
import type { TestVariant } from './variants.ts';

interface TestProviderOptions extends AuthorizeOptions {
  readonly faults: PscFaults;
  /** Whether somebody has a certificate here. Default: everybody. */
  readonly knows?: ((number: string) => boolean) | undefined;
}

const SHA256 = '2.16.840.1.101.3.4.2.1';

const discoveryRequest = z.strictObject({
  client_id: z.string(),
  client_secret: z.string(),
  user_cpf_cnpj: z.enum(['CPF', 'CNPJ']),
  val_cpf_cnpj: z.string().regex(/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/),
});

const signatureRequest = z.object({
  certificate_alias: z.string().optional(),
  hashes: z
    .array(
      z.object({
        id: z.string(),
        alias: z.string(),
        hash: z.string(),
        hash_algorithm: z.literal(SHA256),
        signature_format: z.literal('RAW'),
      }),
    )
    .min(1)
    .max(100),
});

const ALIAS = 'slot-1';

/** One provider of cloud certificates for development and tests, after DOC-ICP-17.01: strict in what it takes. */
export function createTestProvider(variant: TestVariant, options: TestProviderOptions): Hono {
  const app = new Hono();
  const at = (resource: string) => `${variant.prefix}/${resource}`;
  app.get('/style.css', c => c.body(STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get(at('authorize'), c => showAuthorize(c, variant, options));
  app.post(at('authorize'), c => decide(c, variant, options));
  app.post(at('user-discovery'), c => discover(c, variant, options));
  app.post(at('token'), c => exchange(c, variant, options));
  app.get(at('certificate-discovery'), c => listCertificates(c, variant, options));
  app.post(at('signature'), c => sign(c, variant, options));
  return app;
}

async function discover(c: Context, variant: TestVariant, options: TestProviderOptions): Promise<Response> {
  return withFault(options.faults.of(variant.id, 'user-discovery'), async fault => {
    const { data } = discoveryRequest.safeParse(await c.req.json().catch(() => undefined));
    if (data === undefined) return errorAnswer(variant, 400, 'invalid_request');
    if (!isClient(options.client, data)) return errorAnswer(variant, 401, 'invalid_client');
    const knows = fault !== 'lie' && (options.knows?.(data.val_cpf_cnpj) ?? true);
    if (!knows) return c.json({ status: 'N' });
    return c.json({ status: variant.known, slots: [{ slot_alias: ALIAS, label: 'e-CPF em nuvem' }] });
  });
}

async function exchange(c: Context, variant: TestVariant, options: TestProviderOptions): Promise<Response> {
  return withFault(options.faults.of(variant.id, 'token'), async fault => {
    const grant = await exchangeCode(c, variant.id, options);
    if (grant === 'invalid_grant' || fault === 'expired') return invalidGrant(variant);
    if (typeof grant === 'string') return errorAnswer(variant, grant === 'invalid_client' ? 401 : 400, grant);
    const { token, holder, lifeSeconds, scope } = grant;
    return c.json({
      access_token: token,
      token_type: 'Bearer',
      expires_in: lifeSeconds,
      scope,
      authorized_identification_type: holder.length === 11 ? 'CPF' : 'CNPJ',
      authorized_identification: fault === 'lie' ? otherHolder(holder) : holder,
    });
  });
}

/** Whatever its errors look like, OAuth's code of this one is needed by every client. */
function invalidGrant(variant: TestVariant): Response {
  return variant.errors === 'oauth'
    ? errorAnswer(variant, 400, 'invalid_grant')
    : errorAnswer(variant, 401, 'invalid_token');
}

/** The grant of the request's token, if it may sign. */
function granted(c: Context, variant: TestVariant, { grants }: TestProviderOptions) {
  const token = bearerOf(c);
  const grant = grants.tokenOf(variant.id, token);
  return grant === undefined || grant.scope === 'authentication_session' ? undefined : { grant, token };
}

async function listCertificates(
  c: Context,
  variant: TestVariant,
  options: TestProviderOptions,
): Promise<Response> {
  return withFault(options.faults.of(variant.id, 'certificate-discovery'), async fault => {
    const found = granted(c, variant, options);
    if (found === undefined || fault === 'expired') return errorAnswer(variant, 401, 'invalid_token');
    const holder = fault === 'lie' ? otherHolder(found.grant.holder) : found.grant.holder;
    const { certificate } = await options.holders.of(holder);
    const own = { alias: ALIAS, certificate: written(certificate, variant) };
    if (!variant.listsOthers) return c.json({ status: 'S', certificates: [own] });
    const expired = written((await options.holders.of(holder, 'expired')).certificate, variant);
    return c.json({
      status: 'S',
      certificates: [
        { alias: '', certificate: own.certificate },
        { alias: 'slot-2', certificate: expired },
        own,
      ],
    });
  });
}

function written(der: Uint8Array, { certificates, breaksLines }: TestVariant): string {
  const base64 = Buffer.from(der).toString('base64');
  const lines = base64.replaceAll(/(.{64})(?=.)/g, '$1\r\n');
  if (certificates === 'pem')
    return `-----BEGIN CERTIFICATE-----\r\n${lines}\r\n-----END CERTIFICATE-----\r\n`;
  return breaksLines ? lines : base64;
}

async function sign(c: Context, variant: TestVariant, options: TestProviderOptions): Promise<Response> {
  const fault = options.faults.of(variant.id, 'signature');
  const found = granted(c, variant, options);
  if (found === undefined || fault === 'expired') return errorAnswer(variant, 401, 'invalid_token');
  const { grant, token } = found;
  const { data } = signatureRequest.safeParse(await c.req.json().catch(() => undefined));
  const isRight =
    data !== undefined &&
    (data.certificate_alias === ALIAS) === variant.takesAlias &&
    data.hashes.every(({ hash }) => isHash(hash, variant)) &&
    data.hashes.length <= (grant.scope === 'single_signature' ? 1 : variant.mostSignatures);
  if (!isRight) return errorAnswer(variant, 400, 'invalid_request');
  if (grant.scope !== 'signature_session') options.grants.spend(token);
  const failed = await faultAnswer(fault);
  if (failed !== undefined) return failed;
  const { privateKeyPem } = await options.holders.of(grant.holder);
  const signatures = data.hashes.map(({ id, hash }) => {
    const digest = Buffer.from(hash, variant.hashEncoding);
    if (fault === 'lie') digest.reverse();
    return { id, raw_signature: encoded(rawSignature(digest, privateKeyPem), variant) };
  });
  // Before the others, under an id that nobody asked for, where the order is not the one of the request.
  if (variant.reversesOrder) signatures.unshift({ id: 'x', raw_signature: 'AAAA' });
  if (fault === 'too-few') signatures.splice(-1);
  return c.json({ certificate_alias: ALIAS, signatures });
}

/** Strictly: 64 digits of hexadecimal, or 44 characters of base64. */
function isHash(hash: string, { hashEncoding }: TestVariant): boolean {
  return hashEncoding === 'hex' ? /^[0-9a-f]{64}$/i.test(hash) : /^[A-Za-z0-9+/]{43}=$/.test(hash);
}

function encoded(signature: Buffer, { signatureEncoding, breaksLines }: TestVariant): string {
  const text = signature.toString(signatureEncoding);
  return breaksLines ? `${text.replaceAll(/(.{76})(?=.)/g, '$1\r\n')}\r\n` : text;
}

/** An error of a test provider, in the form of its variant. */
function errorAnswer({ errors }: TestVariant, status: number, error: string): Response {
  switch (errors) {
    case 'oauth':
      return Response.json({ error, error_description: 'Não foi possível.' }, { status });
    case 'problem':
      return Response.json({ type: 'about:blank', title: error, status, detail: 'x' }, { status });
    case 'message':
      return Response.json({ Message: 'Esta solicitação não está ativa ou foi revogada' }, { status });
  }
}
