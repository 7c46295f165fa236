import type * as z from 'zod';
import { Problem, type ValidationDetail } from '../domain/problem.ts';

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
