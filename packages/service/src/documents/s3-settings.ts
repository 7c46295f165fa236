import { hasCredentials, isConfidential, isWebUrl, readUrl } from '../http/trusted-urls.ts';
import { SettingsError } from '../support/settings-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Who encrypts what is stored: the store with its own key, or with one of a key management service. */
export type ServerSideEncryption =
  { readonly kind: 'AES256' } | { readonly kind: 'aws:kms'; readonly keyId: string | undefined };

/** A bucket of a store with the S3 API. */
export interface S3Settings {
  /** The bucket, as `https://host/bucket` or `https://bucket.host`, without a trailing slash. */
  readonly bucketUrl: string;
  /** Before each document's id: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Undefined: as the bucket is set up. */
  readonly encryption: ServerSideEncryption | undefined;
  /** Whether downloads that are no page's are sent to the store by a redirect. */
  readonly directDownloads: boolean;
  /** Whether a bucket of another database is taken for this one. */
  readonly adopts: boolean;
}

const OTHERS = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PREFIX', 'S3_REGION', 'S3_ENCRYPTION'];

/**
 * The settings of the object store; undefined without `S3_BUCKET_URL`.
 * @throws SettingsError; its message repeats no secret
 */
export function readS3Settings(env: Environment): S3Settings | undefined {
  const address = env['S3_BUCKET_URL'] || undefined;
  if (address === undefined) {
    const alone = OTHERS.find(name => env[name]);
    if (alone === undefined) return undefined;
    throw new SettingsError(`${alone} is for an object store: set S3_BUCKET_URL too.`);
  }
  const accessKeyId = env['S3_ACCESS_KEY_ID'] || undefined;
  const secretAccessKey = env['S3_SECRET_ACCESS_KEY'] || undefined;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new SettingsError('S3_BUCKET_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  }
  return {
    bucketUrl: readBucketUrl(address, readChoice(env, 'S3_ALLOW_HTTP', ['false', 'true']) === 'true'),
    prefix: readPrefix(env),
    region: env['S3_REGION'] || 'us-east-1',
    accessKeyId,
    secretAccessKey,
    encryption: readEncryption(env),
    adopts: readChoice(env, 'S3_ADOPT', ['false', 'true']) === 'true',
    directDownloads: readChoice(env, 'S3_DOWNLOADS', ['service', 'direct']) === 'direct',
  };
}

/** One of two words, of which the first is the default; anything else is a typo. */
function readChoice<T extends string>(env: Environment, name: string, words: readonly [T, T]): T {
  const value = env[name] || words[0];
  const found = words.find(word => word === value);
  if (found === undefined) throw new SettingsError(`${name}=${value} is neither ${words.join(' nor ')}.`);
  return found;
}

function readBucketUrl(address: string, allowHttp: boolean): string {
  const url = readUrl(address);
  if (url === undefined || !isWebUrl(url) || url.search !== '' || url.hash !== '' || hasCredentials(url)) {
    throw new SettingsError('S3_BUCKET_URL is no address of a bucket, such as https://s3.example/documents.');
  }
  if (!allowHttp && !isConfidential(url)) {
    throw new SettingsError(
      'S3_BUCKET_URL is no https address (http only on this machine, or with S3_ALLOW_HTTP=true).',
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** Only characters that are written the same in a path, in a list and in a signature. */
function readPrefix(env: Environment): string {
  const value = env['S3_PREFIX'] || '';
  if (!/^(?:[\w-]+\/)*[\w-]*$/.test(value)) {
    throw new SettingsError(`S3_PREFIX=${value} holds more than letters, digits, _, - and single slashes.`);
  }
  return value === '' || value.endsWith('/') ? value : `${value}/`;
}

function readEncryption(env: Environment): ServerSideEncryption | undefined {
  const kind = env['S3_ENCRYPTION'] || undefined;
  const keyId = env['S3_KMS_KEY_ID'] || undefined;
  if (keyId !== undefined && kind !== 'aws:kms') {
    throw new SettingsError('S3_KMS_KEY_ID is for S3_ENCRYPTION=aws:kms: set that too.');
  }
  if (kind === undefined) return undefined;
  if (kind === 'AES256') return { kind };
  if (kind === 'aws:kms') return { kind, keyId };
  throw new SettingsError(`S3_ENCRYPTION=${kind} is neither AES256 nor aws:kms.`);
}
