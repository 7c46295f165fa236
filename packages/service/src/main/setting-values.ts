/** How the values of settings are read, and what is said of those that are wrong. */
import path from 'node:path';
import { ProxyEntryError, TrustedProxies } from '../http/client-address.ts';
import { hasCredentials, isConfidential, isWebUrl, readUrl } from '../http/trusted-urls.ts';

/** What is wrong with a value: the end of a sentence that begins with the setting. */
export class Complaint extends Error {
  override readonly name = 'Complaint';
  /** Whether the sentence begins with the value as well. */
  readonly quotes: boolean;

  constructor(text: string, { quotes = true } = {}) {
    super(text);
    this.quotes = quotes;
  }
}

export const word = (value: string): string => value;
export const file = (value: string): string => path.resolve(value);

export const matching =
  (form: RegExp, complaint: string) =>
  (value: string): string => {
    if (form.test(value)) return value;
    throw new Complaint(complaint);
  };

/** Refuses other words: a typo could allow what is not wanted. */
export function oneOf<T extends string>(...words: readonly T[]): (value: string) => T {
  return value => {
    const found = words.find(known => known.toLowerCase() === value.toLowerCase());
    if (found !== undefined) return found;
    throw new Complaint(
      words.length === 2 ? `is neither ${words.join(' nor ')}.` : `is none of: ${words.join(', ')}.`,
    );
  };
}

export const yesOrNo = (value: string): boolean => oneOf('true', 'false')(value) === 'true';

/** Enough that it cannot be guessed. */
const SECRET_LENGTH = 16;

export function clientSecret(value: string): string {
  if (value.length >= SECRET_LENGTH) return value;
  throw new Complaint(`needs ${SECRET_LENGTH} or more characters.`);
}

export const accessToken = matching(
  /^[\x21-\x7e]{16,}$/,
  `needs ${SECRET_LENGTH} or more visible ASCII characters.`,
);

/** Sent as a header. */
export const bearerToken = matching(/^[\x21-\x7e]+$/, 'holds spaces or characters that no header can carry.');

export function number(least: number, most: number, complaint: string): (value: string) => number {
  return value => {
    if (/^\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
    throw new Complaint(complaint);
  };
}

export const port = number(0, 65_535, 'is no port. Take a number from 1 to 65535, or 0 for any free one.');

/**
 * An origin, because links are built by appending paths. A trailing slash is allowed.
 * @returns it as browsers write it, whatever spelling was set
 */
export function origin(value: string): string {
  const url = readUrl(value);
  const hint = 'Set it to what browsers reach the service by, such as https://sign.example.';
  if (url === undefined || !isWebUrl(url)) throw new Complaint(`is no http or https address. ${hint}`);
  if (hasCredentials(url)) throw new Complaint(`holds a user name or a password. ${hint}`, { quotes: false });
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new Complaint(`has a path, and the service answers at the top of its host. ${hint}`);
  return url.origin;
}

export function trustedProxies(value: string): TrustedProxies {
  try {
    return new TrustedProxies(value.split(/[\s,]+/).filter(entry => entry !== ''));
  } catch (cause) {
    if (!(cause instanceof ProxyEntryError)) throw cause;
    throw new Complaint(`is wrong: ${cause.message}`, { quotes: false });
  }
}

/** @returns without a trailing slash. Whether it may be http is a matter of S3_ALLOW_HTTP */
export function bucketUrl(value: string): string {
  const url = readUrl(value);
  if (url === undefined || !isWebUrl(url) || url.search !== '' || url.hash !== '' || hasCredentials(url))
    throw new Complaint('is no address of a bucket, such as https://s3.example/documents.', {
      quotes: false,
    });
  return url.href.replace(/\/+$/, '');
}

/** Only characters that are written the same in a path, in a list and in a signature. */
export function prefix(value: string): string {
  if (!/^(?:[\w-]+\/)*[\w-]*$/.test(value))
    throw new Complaint('holds more than letters, digits, _, - and single slashes.');
  return value === '' || value.endsWith('/') ? value : `${value}/`;
}

export function mailServer(value: string): string {
  if (/^smtps?:\/\/./.test(value) && URL.canParse(value)) return value;
  throw new Complaint('is no address such as smtps://user:password@mail.example:465.');
}

/** An address that requests are sent to, by which a user name or a password would get lost. */
export function webAddress(value: string): string {
  const url = readUrl(value);
  if (url === undefined || !isWebUrl(url)) throw new Complaint('is no http or https address.');
  if (hasCredentials(url)) throw new Complaint('holds a user name or a password, which would not be sent.');
  return value;
}

/** One that gets secrets. */
export function confidentialAddress(value: string): string {
  const url = readUrl(webAddress(value));
  if (url !== undefined && isConfidential(url)) return value;
  throw new Complaint('gets secrets, and is no https address (http only on this machine).');
}
