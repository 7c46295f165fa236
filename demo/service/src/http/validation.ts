import type * as z from 'zod';
import { Problem, type ValidationDetail } from './problem.ts';

/** A JSON Pointer (RFC 6901). */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Says what is wrong without repeating the value, which may be personal. */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.message.endsWith('received undefined') ? 'Is required.' : `Must be: ${issue.expected}.`;
  }
  if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.map(String).join(', ')}.`;
  if (issue.code === 'invalid_union') return 'Is not one of the known values.';
  return issue.message;
}

/** Turns what zod found into a problem with a pointer for each value. */
export function validationProblem(error: z.core.$ZodError): Problem {
  const errors: ValidationDetail[] = error.issues.map(issue => ({
    pointer: toPointer(issue.path),
    detail: describe(issue),
  }));
  const detail = errors
    .slice(0, 5)
    .map(({ pointer, detail: wrong }) => `${pointer === '' ? 'The request' : pointer}: ${wrong}`)
    .join(' ');
  return new Problem('validation-error', detail, { errors, cause: error });
}
