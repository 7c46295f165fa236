import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import * as z from 'zod';
import { hasCredentials, isConfidential, readUrl } from '../http/trusted-urls.ts';
import { validationProblem } from '../http/validation.ts';
import { SettingsError } from '../support/settings-error.ts';
import { readSettingsFile } from '../support/settings-file.ts';
import type { CloudProvider } from './cloud-provider.ts';
import type { ClientCertificate } from './mutual-tls.ts';
import { HASH_ENCODINGS, PSC_VARIANTS, type PscVariantName } from './psc-provider.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const isVariant = (value: string): value is PscVariantName => Object.hasOwn(PSC_VARIANTS, value);

/** The client's secret travels there, so nothing but https, or http to this machine. */
function isAddress(value: string): boolean {
  const url = readUrl(value);
  return url !== undefined && isConfidential(url) && !hasCredentials(url) && !/[?#]/.test(value);
}

const address = z
  .string()
  .max(500)
  .refine(isAddress, 'Must be an https address without a query (http only on this machine).')
  .transform(value => value.replace(/\/+$/, ''));

const commonShape = {
  id: z.string().regex(/^[a-z0-9-]{1,50}$/, 'Takes 1 to 50 small letters, digits and -.'),
  name: z.string().trim().min(1).max(60),
  address,
  clientId: z.string().min(1).max(500),
  secret: z.string().min(1).max(2000).optional(),
  secretFrom: z.string().optional().describe('The name of an environment variable that holds the secret.'),
};

const pscSchema = z.strictObject({
  ...commonShape,
  protocol: z.literal('psc'),
  variant: z.string().refine(isVariant, `Is one of ${Object.keys(PSC_VARIANTS).join(', ')}.`),
  prefix: z
    .string()
    .regex(/^(?:\/[A-Za-z0-9._~-]+)+$/, 'Must be a path such as /v0/oauth.')
    .optional(),
  hashEncoding: z.enum(HASH_ENCODINGS).optional(),
  mostSignatures: z.int().min(1).max(100).optional(),
  clientCertificate: z
    .strictObject({ certificate: z.string(), key: z.string() })
    .optional()
    .describe('Files in PEM, from the folder of this file on: for providers that want mutual TLS.'),
});

const cscSchema = z.strictObject({
  ...commonShape,
  protocol: z.literal('csc'),
  authorizationServer: address.optional(),
});

/** The protocol may be left out: it is that of DOC-ICP-17.01. */
const providerSchema = z
  .preprocess(
    given => (isObject(given) && given['protocol'] === undefined ? { ...given, protocol: 'psc' } : given),
    z.discriminatedUnion('protocol', [pscSchema, cscSchema]),
  )
  .refine(
    ({ secret, secretFrom }) => (secret === undefined) !== (secretFrom === undefined),
    'Takes either secret or secretFrom.',
  );

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const fileSchema = z.strictObject({ providers: z.array(providerSchema).min(1).max(20) });

type Configured = z.output<typeof providerSchema>;

function secretOf({ id, secret, secretFrom }: Configured, variables: Variables): string {
  if (secret !== undefined) return secret;
  const found = (secretFrom !== undefined && variables[secretFrom]) || undefined;
  if (found !== undefined) return found;
  throw new SettingsError(`The secret of provider ${id} is to come from ${secretFrom}, which is not set.`);
}

/** @param given its files @param folder that they are named from */
async function readClientCertificate(
  given: { readonly certificate: string; readonly key: string },
  folder: string,
): Promise<ClientCertificate> {
  const read = async (name: string) => {
    const file = path.resolve(folder, name);
    return readFile(file, 'latin1').catch((cause: unknown) => {
      throw new SettingsError(`${file} cannot be read.`, { cause });
    });
  };
  const own = { certificate: await read(given.certificate), key: await read(given.key) };
  try {
    createSecureContext({ cert: own.certificate, key: own.key });
  } catch (cause) {
    throw new SettingsError(`${given.certificate} and ${given.key} are not a certificate and its key.`, {
      cause,
    });
  }
  return own;
}

async function toProvider(
  configured: Configured,
  variables: Variables,
  folder: string,
): Promise<CloudProvider> {
  const { id, name, address: base, clientId } = configured;
  const common = { id, name, address: base, clientId, clientSecret: secretOf(configured, variables) };
  if (configured.protocol === 'csc') {
    const { authorizationServer: server } = configured;
    return {
      ...common,
      protocol: 'csc',
      authorizationOrigin: server === undefined ? undefined : new URL(server).origin,
    };
  }
  const known = PSC_VARIANTS[configured.variant];
  const { prefix = known.prefix, hashEncoding = known.hashEncoding } = configured;
  const { mostSignatures = known.mostSignatures } = configured;
  const { clientCertificate: given } = configured;
  const own = given && { clientCertificate: await readClientCertificate(given, folder) };
  return { ...known, ...common, protocol: 'psc', prefix, hashEncoding, mostSignatures, ...own };
}

/**
 * Reads the providers of cloud certificates from a configuration file.
 * @throws SettingsError that says where the file is wrong, without quoting it
 */
export async function readProvidersFile(file: string, variables: Variables): Promise<CloudProvider[]> {
  const parsed = fileSchema.safeParse(await readSettingsFile(file));
  if (!parsed.success) throw new SettingsError(`${file}: ${validationProblem(parsed.error).message}`);
  const folder = path.dirname(file);
  const providers = await Promise.all(
    parsed.data.providers.map(configured => toProvider(configured, variables, folder)),
  );
  const twice = providers.find(({ id }, index) => providers.findIndex(each => each.id === id) !== index);
  if (twice !== undefined) throw new SettingsError(`${file} uses the id ${twice.id} twice.`);
  return providers;
}
