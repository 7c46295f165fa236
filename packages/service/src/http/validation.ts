/** Values in requests: texts, deceptive characters, and what is said of those that are refused. */
import * as z from 'zod';
import { Problem, type ValidationDetail } from '../domain/problem.ts';
import { hasCredentials, isConfidential, readUrl } from './trusted-urls.ts';

/** Embeddings, overrides and isolates: `Maria <U+202E>gnp.exe` is shown as `Maria exe.png`. */
const REVERSING = /[\u202A-\u202E\u2066-\u2069]/u;

/** Letters, digits, punctuation and symbols; not spaces, combining marks alone, or invisible characters. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Invisible characters: names that differ only in one look the same. Joiners are allowed, because Persian and Hindi
 * need them.
 */
const UNSEEN = /\u034F|[\u00AD\u115F\u1160\u180E\u200B\u2060-\u2064\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]/u;

const WORD = /[\p{L}\p{M}]+/gu;

/** Alphabets with letters that look alike. */
const ALPHABETS: readonly (readonly [name: string, letter: RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
];

/** Left-to-right and right-to-left marks. */
const MARKS = /[\u061C\u200E\u200F]/u;

/** Whether it has characters that turn text around or are not seen, of which an address needs none. */
function hasUnseen(value: string): boolean {
  return REVERSING.test(value) || UNSEEN.test(value) || MARKS.test(value);
}

/** Why a text is deceptive; undefined if it is not. */
export function deceptionOf(value: string): string | undefined {
  if (REVERSING.test(value)) return 'Must not contain characters that change the direction of the text.';
  return VISIBLE.test(value) ? undefined : 'Must contain at least one visible character.';
}

/**
 * Like `deceptionOf`, for names, where one wrong letter makes another name: `Mаria` with a Cyrillic `а`. A word may
 * use one alphabet only; a name may use several.
 */
export function nameDeceptionOf(value: string): string | undefined {
  const deception = deceptionOf(value);
  if (deception !== undefined) return deception;
  if (UNSEEN.test(value)) return 'Must not contain invisible characters.';
  for (const [word] of value.matchAll(WORD)) {
    const found = ALPHABETS.filter(([, letter]) => letter.test(word)).map(([name]) => name);
    if (found.length > 1)
      return `Mixes ${found.join(' and ')} letters in one word. Use one alphabet for each word.`;
  }
  return undefined;
}

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

/** What `text` refuses in what somebody typed: it becomes a space, because nobody can be asked to mend what they don't see. */
const UNTYPED = /[^\P{Cc}\n]|[\p{Surrogate}\u202A-\u202E\u2066-\u2069]/gu;

/** What a person typed, also on several lines, up to `max` UTF-16 code units; undefined if nothing of it can be seen. */
export function typedText(max: number) {
  return z
    .string()
    .max(max, `Must be at most ${max} characters.`)
    .transform(value => {
      const typed = value.replaceAll(/\r\n?/g, '\n').replaceAll(UNTYPED, ' ').trim();
      return VISIBLE.test(typed) ? typed : undefined;
    });
}

/** The name of a person, company or file; refuses deceptive text. */
export function nameText(max: number) {
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

/** A JSON Pointer (RFC 6901). */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Matches zod's default messages, for schemas without one of their own. */
const ZODS_OWN_WORDS = /^(Invalid|Too small|Too big|Unrecognized)\b/;

const TYPES: Readonly<Partial<Record<string, string>>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
};

const FORMATS: Readonly<Partial<Record<string, string>>> = {
  email: 'an e-mail address',
  url: 'an address such as https://shop.example/',
  datetime: 'a time such as 2026-11-30T14:00:00Z',
  date: 'a date such as 2026-11-30',
};

function list(values: readonly unknown[]): string {
  return values.map(String).join(', ');
}

/** The unit of a limit: characters, entries, or none. */
function measure(origin: string, amount: number | bigint): string {
  if (origin === 'string') return ` ${amount} ${amount === 1 ? 'character' : 'characters'} long`;
  if (origin === 'array' || origin === 'set') return ` ${amount} ${amount === 1 ? 'entry' : 'entries'} long`;
  return ` ${amount}`;
}

function describeTooSmall({ origin, minimum, inclusive = true }: z.core.$ZodIssueTooSmall): string {
  if (minimum === 1 && inclusive && (origin === 'string' || origin === 'array')) return 'Must not be empty.';
  return `Must be ${inclusive ? 'at least' : 'more than'}${measure(origin, minimum)}.`;
}

function describeTooBig({ origin, maximum, inclusive = true }: z.core.$ZodIssueTooBig): string {
  if (maximum === Number.MAX_SAFE_INTEGER) return 'Is too large.';
  return `Must be ${inclusive ? 'at most' : 'less than'}${measure(origin, maximum)}.`;
}

function describeType({ expected, message }: z.core.$ZodIssueInvalidType): string {
  if (message.endsWith('received undefined')) return 'Is required.';
  return `Must be ${TYPES[expected] ?? expected}.`;
}

/** Describes each alternative of a union, without those that only report a type mismatch. */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  const options = 'options' in issue ? issue.options : undefined;
  if (options !== undefined) return `Must be one of: ${list(options)}.`;
  const { errors } = issue;
  const details = errors
    .map(issues => issues.map(describe))
    .filter(({ length }) => length === 1)
    .map(([detail = '']) => detail.replace(/^Must be (.+)\.$/, '$1'));
  const known = new Set(details);
  if (known.size === 0 || details.length < errors.length) return 'Is not one of the known forms.';
  if (known.size === 1) return `Must be ${[...known].join('')}.`.replace(/^Must be ([A-Z].*\.)\.$/, '$1');
  return `Must be ${[...known].join(', or ')}.`;
}

/** Describes an issue and what was expected, without repeating the value, which may be personal data. */
function describe(issue: z.core.$ZodIssue): string {
  if (!ZODS_OWN_WORDS.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue);
    case 'too_small':
      return describeTooSmall(issue);
    case 'too_big':
      return describeTooBig(issue);
    case 'invalid_value':
      return `Must be ${issue.values.length === 1 ? '' : 'one of: '}${list(issue.values)}.`;
    case 'invalid_format':
      return `Must be ${FORMATS[issue.format] ?? 'in the documented form'}.`;
    case 'unrecognized_keys':
      return `Has unknown members: ${list(issue.keys)}.`;
    case 'invalid_union':
      return describeUnion(issue);
    case 'invalid_key':
      return `Is not a valid key: ${list(issue.issues.map(inner => lowerFirst(describe(inner))))}`;
    case 'custom':
    case 'invalid_element':
    case 'not_multiple_of':
      return 'Is not valid.';
  }
}

const lowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Turns zod's issues into a problem with a JSON pointer for each value. */
export function validationProblem(error: z.core.$ZodError): Problem {
  const ofWrongType = new Set(
    error.issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => toPointer(path)),
  );
  const errors: ValidationDetail[] = error.issues
    .map(issue => ({ issue, pointer: toPointer(issue.path) }))
    // If a value has the wrong type, report only that, not its length as well.
    .filter(({ issue, pointer }) => issue.code === 'invalid_type' || !ofWrongType.has(pointer))
    .map(({ issue, pointer }) => ({ pointer, detail: describe(issue) }));
  const detail = errors
    .slice(0, 5)
    .map(({ pointer, detail: wrong }) => `${pointer === '' ? 'The request' : pointer}: ${wrong}`)
    .join(' ');
  return new Problem('validation-error', detail, { errors, cause: error });
}

/** PHP writes an empty object as an empty list. For objects whose members are all optional. */
export const withoutEmptyList = (parsed: unknown): unknown =>
  Array.isArray(parsed) && parsed.length === 0 ? {} : parsed;

/** Whether a value from outside is an object of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
