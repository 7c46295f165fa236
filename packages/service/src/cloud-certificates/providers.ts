/** The providers of cloud certificates that the operator has configured, read from CLOUD_PROVIDERS_FILE. */
import { readFile } from 'node:fs/promises';
import { request as requestByHttps } from 'node:https';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createSecureContext } from 'node:tls';
import * as z from 'zod';
import { hasCredentials, isConfidential, readUrl } from '../http/trusted-urls.ts';
import { isObject, validationProblem } from '../http/validation.ts';
import { readSettingsFile, SettingsError } from '../support/settings-error.ts';
import type { SendRequest } from './provider-requests.ts';

/** The certificate by which the operator is known to a provider (mutual TLS), and its key; both in PEM. */
interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Answers that have no body (WHATWG Fetch, 2.2.3). */
const BODILESS = [204, 205, 304];

/** Sends requests as `fetch` does, but for redirects, which it does not follow, and shows the certificate. */
export function byMutualTls({ certificate: cert, key }: ClientCertificate): SendRequest {
  return (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const options = {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        cert,
        key,
        ...(signal && { signal }),
      };
      const outgoing = requestByHttps(url, options, answer => {
        const { statusCode: status = 0 } = answer;
        // There is no response of another status, and an error thrown here would end the service.
        if (status < 200 || status > 599) {
          answer.destroy();
          reject(new Error(`The provider answers ${status}.`));
          return;
        }
        const isEmpty = BODILESS.includes(status);
        if (isEmpty) answer.resume();
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same stream under Node's name for it
        const stream = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
        resolve(new Response(stream, { status }));
      });
      outgoing.on('error', reject).end(typeof body === 'string' ? body : undefined);
    });
}

/** A provider with the API of the Cloud Signature Consortium (CSC), as the operator configured it. */
export interface CscProvider {
  readonly protocol: 'csc';
  /** For requests and the signer's device. */
  readonly id: string;
  /** For signers. */
  readonly name: string;
  /** The base of its API, such as `https://csc.example/csc/v2`; without a trailing slash. */
  readonly address: string;
  /** Another origin where its authorisation server may be; undefined: it is at that of the API. */
  readonly authorizationOrigin: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** How hashes are written in a request for signatures. */
const HASH_ENCODINGS = ['base64', 'hex'] as const;

/** How a provider's interface differs from the others' (DOC-ICP-17.01, 6.4, and the providers' manuals). */
interface PscVariant {
  /** The path of its OAuth resources, such as `/v0/oauth`. */
  readonly prefix: string;
  readonly hashEncoding: (typeof HASH_ENCODINGS)[number];
  /** Whether a request for signatures names the certificate. */
  readonly sendsAlias: boolean;
  /** Whether it names the padding of RAW signatures. */
  readonly sendsPadding: boolean;
  /** Signatures that one request may ask for. */
  readonly mostSignatures: number;
}

/**
 * The known providers. RemoteID publishes no prefix: its own has to be configured. SafeID, BirdID and RemoteID take
 * hexadecimal, the others base64. NeoID takes 5 hashes in a request and VIDaaS 20; of the others no limit is published.
 */
export const PSC_VARIANTS = {
  vidaas: {
    prefix: '/v0/oauth',
    hashEncoding: 'base64',
    sendsAlias: true,
    sendsPadding: true,
    mostSignatures: 20,
  },
  birdid: {
    prefix: '/v0/oauth',
    hashEncoding: 'hex',
    sendsAlias: true,
    sendsPadding: false,
    mostSignatures: 20,
  },
  safeid: {
    prefix: '/Service/Microservice/OAuth/api/v0/oauth',
    hashEncoding: 'hex',
    sendsAlias: true,
    sendsPadding: false,
    mostSignatures: 20,
  },
  neoid: {
    prefix: '/psc/v0/oauth',
    hashEncoding: 'base64',
    sendsAlias: false,
    sendsPadding: false,
    mostSignatures: 5,
  },
  remoteid: {
    prefix: '/v0/oauth',
    hashEncoding: 'hex',
    sendsAlias: true,
    sendsPadding: false,
    mostSignatures: 20,
  },
} as const satisfies Record<string, PscVariant>;

export type PscVariantName = keyof typeof PSC_VARIANTS;

/** A provider of cloud certificates (PSC), as the operator configured it. */
export interface PscProvider extends PscVariant {
  readonly protocol: 'psc';
  /** For requests and the signer's device, for example `vidaas`. */
  readonly id: string;
  /** For signers. */
  readonly name: string;
  /** Origin, and a path if the prefix follows one; without a trailing slash. */
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider wants one. */
  readonly clientCertificate?: ClientCertificate;
}

/** A provider of cloud certificates, as the operator configured it. */
export type CloudProvider = PscProvider | CscProvider;

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

const fileSchema = z.strictObject({ providers: z.array(providerSchema).min(1).max(20) });

type ProviderSettings = z.output<typeof providerSchema>;

function secretOf({ id, secret, secretFrom }: ProviderSettings, variables: Variables): string {
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
  configured: ProviderSettings,
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
