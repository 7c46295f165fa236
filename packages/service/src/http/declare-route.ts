/** Declaring a route: its body, its validation and its place in the OpenAPI document. */
import { z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from './environment.ts';
import type { Principal } from '../domain/principal.ts';
import { Problem } from '../domain/problem.ts';
import {
  IDEMPOTENCY_HEADERS,
  type KeyedRequest,
  type SaveResponse,
  type StoredResponse,
} from './idempotency.ts';
import { LARGE_BODY } from './large-bodies.ts';
import { problems, type ProblemStatus } from './openapi-parts.ts';
import { receiveBody } from './request-body.ts';

/**
 * Treats an empty body with a content type as `{}`, for routes whose members are all optional. Without a content
 * type the body stays empty: the route would refuse `{}` for lack of one.
 */
const emptyBodyIsEmptyObject = createMiddleware<ServiceEnv>(async (c, next) => {
  const promisesBody = c.req.header('Content-Type') !== undefined;
  if (promisesBody && (await c.req.text()) === '')
    Object.assign(c.req.bodyCache, { text: Promise.resolve('{}') });
  await next();
});

/**
 * Removes every member of an object whose value is null, at any depth, from a value that was just parsed: many clients
 * write null for what they leave out. Nulls in lists stay. Works without recursion, because bodies may nest deeply.
 */
function withoutNullMembers(json: unknown): unknown {
  const waiting: unknown[] = [json];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (member === null && !Array.isArray(value)) Reflect.deleteProperty(value, key);
      else waiting.push(member);
    }
  }
  return json;
}

/** Who may call a route. */
export interface Access {
  /** The security requirements in the OpenAPI document. */
  readonly security: Record<string, string[]>[];
  /** Refuses everybody else, before the body is read. */
  readonly middleware: readonly MiddlewareHandler<ServiceEnv>[];
  /** The statuses of the refusals. */
  readonly problems: readonly ProblemStatus[];
}

const ANYBODY: Access = { security: [], middleware: [], problems: [] };

/** Takes null for an absent member. The OpenAPI document says so of what is optional (`openapi/openapi-document.ts`). */
const jsonContent = <S extends z.ZodType>(schema: S) =>
  ({ 'application/json': { schema: z.preprocess(withoutNullMembers, schema) } }) as const;

/** A JSON body that must be sent. */
export function jsonBody<S extends z.ZodType>(schema: S) {
  return { required: true, content: jsonContent(schema) } as const;
}

/** A JSON body that may be left out, because all its members may. */
export function optionalJsonBody<S extends z.ZodType>(schema: S) {
  return { content: jsonContent(schema) } as const;
}

/** Enough for a body without a document or photo. */
const USUAL_MAX_BYTES = 16 * 1024;

interface RequestParts {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly headers?: z.ZodType;
  readonly body?: { readonly required?: true; readonly content: Record<string, { schema: z.ZodType }> };
}

interface Answer {
  readonly description: string;
  readonly content?: Record<string, { schema: z.ZodType }>;
}

interface Declaration<M extends string, P extends string, R, A> {
  readonly method: M;
  readonly path: P;
  readonly summary?: string;
  readonly deprecated?: true;
  /** Leaves it out of the OpenAPI document. */
  readonly hide?: true;
  /** Default: anybody. */
  readonly access?: Access;
  readonly request: R;
  /** The limit of its body. Default: 16 KiB. */
  readonly maxBytes?: number;
  /** Above the bytes of usual bodies, one request at a time is handled once it is whole. Default: all at once. */
  readonly usualBytes?: number;
  /** Whether it takes `X-Idempotency-Key`; its handler then works by `runOnce`. */
  readonly isIdempotent?: true;
  /** The responses that are no problems, by status. */
  readonly answers: A;
  /** The statuses of its problems, without those that follow from the other members. */
  readonly problems?: readonly ProblemStatus[];
}

/** A PUT creates what is not there, so its parameters cause no 404. */
function statusesOf(declared: Declaration<string, string, RequestParts, unknown>): ProblemStatus[] {
  const { method, access = ANYBODY, request, maxBytes = USUAL_MAX_BYTES, isIdempotent } = declared;
  const { problems: others = [] } = declared;
  const statuses = [...access.problems, ...others];
  if (request.params !== undefined && method !== 'put') statuses.push(404);
  if (request.query !== undefined) statuses.push(400);
  if (request.body !== undefined) statuses.push(400, 413, 415);
  if (request.body !== undefined && maxBytes > LARGE_BODY) statuses.push(408, 503);
  if (isIdempotent === true) statuses.push(409);
  return statuses;
}

/**
 * A route for `app.openapi`: who may call it, what it takes and what it answers. Checks in this order: whether the
 * caller may call it, the body's encoding and size, its form.
 */
export function declareRoute<
  const M extends 'get' | 'post' | 'put' | 'delete',
  const P extends string,
  const R extends RequestParts,
  const A extends Record<number, Answer>,
>(declared: Declaration<M, P, R, A>) {
  const { access = ANYBODY, request, maxBytes = USUAL_MAX_BYTES, usualBytes } = declared;
  const { isIdempotent, answers } = declared;
  const { method, path, summary, deprecated, hide } = declared;
  const middleware = [...access.middleware];
  if (request.body !== undefined) middleware.push(...receiveBody(maxBytes, usualBytes));
  if (request.body !== undefined && request.body.required !== true) middleware.push(emptyBodyIsEmptyObject);
  const withKey: R = isIdempotent === true ? { ...request, headers: IDEMPOTENCY_HEADERS } : request;
  return {
    method,
    path,
    ...(deprecated && { deprecated }),
    ...(summary !== undefined && { summary }),
    ...(hide && { hide }),
    security: access.security,
    middleware,
    request: withKey,
    responses: { ...answers, ...problems(...statusesOf(declared)) },
  };
}

/**
 * The request's idempotency key: `X-Idempotency-Key`, or `Idempotency-Key`, which is the name in the IETF's draft and
 * other services.
 * @throws Problem `validation-error` if it is too long or not printable
 */
export function idempotencyKeyOf(c: Context<ServiceEnv>): string | undefined {
  const key = [c.req.header('X-Idempotency-Key'), c.req.header('Idempotency-Key')].find(Boolean);
  if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new Problem('validation-error', 'X-Idempotency-Key takes 1 to 255 printable ASCII characters.');
  }
  return key;
}

function scopeOf(principal: Principal): string {
  return principal.kind === 'client' ? principal.tenantId : principal.sessionId;
}

async function readKeyedRequest(c: Context<ServiceEnv>): Promise<KeyedRequest | undefined> {
  const key = idempotencyKeyOf(c);
  if (key === undefined) return undefined;
  return { scope: scopeOf(c.get('principal')), route: c.req.path, key, body: await c.req.text() };
}

/** Runs `work` unless this request was answered before (`Idempotency`). Without a key it always runs. */
export async function runOnce(
  c: Context<ServiceEnv>,
  work: (saveResponse: SaveResponse) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  return c.get('idempotency').run(await readKeyedRequest(c), work);
}
