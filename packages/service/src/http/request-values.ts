import * as z from 'zod';
import { deceptionOf, hasUnseen, nameDeceptionOf } from './deceptive-text.ts';
import { hasCredentials, isConfidential, readUrl } from './trusted-urls.ts';

/**
 * Characters that PostgreSQL cannot store (NUL), RFC 8785 cannot represent (lone surrogates) or that are invisible.
 */
const UNPRINTABLE = /[\p{Cc}\p{Surrogate}]/u;

const isPrintable = (value: string): boolean => !UNPRINTABLE.test(value);
const BROKEN_TEXT = 'Must not contain control characters or lone surrogates.';

/** U+FFFD stands where a program could not decode a character, so a text with it is not what was meant. */
export const isWhole = (value: string): boolean => !value.includes('\u{fffd}');
export const LOST_CHARACTER = 'Contains U+FFFD, which stands for a character that was lost: send UTF-8.';

/** Printable text on one line, from 1 to `max` UTF-16 code units, trimmed. */
export function text(max: number) {
  return z
    .string()
    .trim()
    .min(1, 'Must not be empty.')
    .max(max, `Must be at most ${max} characters.`)
    .refine(isPrintable, BROKEN_TEXT)
    .refine(isWhole, LOST_CHARACTER)
    .superRefine(refuse(deceptionOf));
}

/** The name of a person, company or file; refuses deceptive text. */
export function name(max: number) {
  return text(max).superRefine(refuse(nameDeceptionOf));
}

/** Adds `complaintOf`'s message as an issue, unless an earlier check has already failed. */
export function refuse(complaintOf: (value: string) => string | undefined) {
  return (value: string, context: z.RefinementCtx): void => {
    if (context.issues.length > 0) return;
    const message = complaintOf(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  };
}

/**
 * Whether the host can go into a Content-Security-Policy as it is: URLs also allow `;`, `,` and `'`, which end a
 * source.
 */
export function hasPlainHost({ hostname }: URL): boolean {
  return /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/i.test(hostname);
}

/** A scheme, two slashes and a host: `https:evil.example` is relative to an https page that it stands on. */
const ABSOLUTE = /^https?:\/\/[^\s/\\?#](?:[^]*\S)?$/i;

const address = z
  .string()
  .max(2048, 'Must be at most 2048 characters.')
  .refine(isPrintable, BROKEN_TEXT)
  .refine(value => !hasUnseen(value), 'Must not contain invisible characters.')
  .refine(isWhole, LOST_CHARACTER);

/** An https URL, or an http URL of this machine, without user name and password. */
export const redirectTarget = address.refine(value => {
  const url = readUrl(value);
  return (
    url !== undefined &&
    ABSOLUTE.test(value) &&
    hasPlainHost(url) &&
    !hasCredentials(url) &&
    isConfidential(url)
  );
}, 'Must be an https address (http only on localhost).');

export const httpsUrl = address.refine(value => {
  const url = readUrl(value);
  return url?.protocol === 'https:' && ABSOLUTE.test(value) && hasPlainHost(url) && !hasCredentials(url);
}, 'Must be an https address.');

/** `#rgb` or `#rrggbb`. */
export const hexColour = z
  .string()
  .regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'Must be a colour such as #0a7f5a.');
