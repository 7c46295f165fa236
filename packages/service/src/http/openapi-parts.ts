import { z } from '@hono/zod-openapi';

/** A problem object (RFC 9457) in the OpenAPI document. */
const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number(),
    detail: z.string(),
    instance: z.string(),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  })
  .openapi('Problem');

/** The problem responses: names for the OpenAPI document, and descriptions. */
const PROBLEMS = {
  400: ['BadRequest', 'Validation failed'],
  401: ['Unauthorized', 'Not authenticated'],
  403: ['Forbidden', 'Not allowed, or not enabled'],
  404: ['NotFound', 'Unknown, or not the caller’s'],
  408: ['RequestTimeout', 'Arrived too slowly'],
  409: ['Conflict', 'Conflicts with the current state'],
  410: ['Gone', 'Ended or removed'],
  413: ['ContentTooLarge', 'Too large'],
  415: ['UnsupportedMediaType', 'Content type not supported'],
  416: ['RangeNotSatisfiable', 'Range not satisfiable'],
  429: ['TooManyRequests', 'Quota exceeded or rate limited: try again after Retry-After'],
  503: ['ServiceUnavailable', 'Temporarily unavailable: try again after Retry-After'],
} as const;

export type ProblemStatus = keyof typeof PROBLEMS;

export const PROBLEM_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(PROBLEMS).map(([status, [name]]) => [status, name]),
);

type Described<S extends PropertyKey> = {
  [K in S]: {
    description: string;
    content: { 'application/problem+json': { schema: typeof problemSchema } };
  };
};

/** The problem responses of a route. */
export function problems<S extends ProblemStatus>(...statuses: S[]): Described<S> {
  const content = { 'application/problem+json': { schema: problemSchema } };
  const described: Partial<Described<S>> = {};
  for (const status of statuses) described[status] = { description: PROBLEMS[status][1], content };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loop has just filled every key of S
  return described as Described<S>;
}

export function json<T extends z.ZodType>(description: string, schema: T) {
  return { description, content: { 'application/json': { schema } } };
}

/** A binary response of one media type. */
export function binary(mediaType: string) {
  return { [mediaType]: { schema: z.string().openapi({ format: 'binary' }) } };
}

export const ADMIN_AUTH = [{ adminToken: [] }];
export const PUBLIC = [];
