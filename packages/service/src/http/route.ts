/** Routes: who may call them, what they take and answer, and their place in the OpenAPI document. */
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { clientOf, type Principal } from '../domain/principal.ts';
import { Problem } from '../domain/problem.ts';
import type { ServiceEnv } from './environment.ts';
import {
  IDEMPOTENCY_HEADERS,
  type KeyedRequest,
  type SaveResponse,
  type StoredResponse,
} from './idempotency.ts';
import { LARGE_BODY } from './large-bodies.ts';
import { json, problems, type ProblemStatus } from './openapi-parts.ts';
import { receiveBody } from './request-body.ts';
import { withoutEmptyList } from './validation.ts';

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
function withoutNullMembers(parsed: unknown): unknown {
  const waiting: unknown[] = [parsed];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (member === null && !Array.isArray(value)) Reflect.deleteProperty(value, key);
      else waiting.push(member);
    }
  }
  return parsed;
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
function optionalJsonBody<S extends z.ZodType>(schema: S) {
  return {
    content: {
      'application/json': {
        schema: z.preprocess(parsed => withoutNullMembers(withoutEmptyList(parsed)), schema),
      },
    },
  } as const;
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
  // A request that can't be read at all.
  if (!statuses.some(status => status < 500)) statuses.push(400);
  return statuses;
}

/**
 * A route for `app.openapi`, for what `route` does not do: bytes, streams, several answers, a check of its own. Checks in this order: whether the
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

/** What a route answers when it did what it was asked for: JSON, or a status alone. */
type RouteAnswer<A extends z.ZodType> =
  | { readonly status: 200 | 201; readonly description: string; readonly schema: A }
  | { readonly status: 202 | 204; readonly description: string };

export function ok<A extends z.ZodType>(description: string, schema: A): RouteAnswer<A> {
  return { status: 200, description, schema };
}

export function created<A extends z.ZodType>(description: string, schema: A): RouteAnswer<A> {
  return { status: 201, description, schema };
}

export function noContent(description: string, status: 202 | 204 = 204): RouteAnswer<z.ZodVoid> {
  return { status, description };
}

/** A request that was let in, with its parts as their schemas make them. */
interface Call<P, Q, B> {
  readonly c: Context<ServiceEnv>;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Who was let in; nobody where anybody may call. */
  readonly principal: Principal;
  /** The client's tenant. @throws Problem `unauthorized` for a signer */
  readonly tenantId: string;
  /** Runs work once for each idempotency key (`runOnce`). */
  readonly once: (work: (saveResponse: SaveResponse) => Promise<StoredResponse>) => Promise<StoredResponse>;
}

type ValidatedRequest<P, Q, B> = HonoRequest<string, { param: P; query: Q; json: B }>;

interface Route<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  A extends z.ZodType,
> extends Omit<
  Declaration<'get' | 'post' | 'put' | 'delete', string, unknown, unknown>,
  'request' | 'answers'
> {
  readonly params?: P;
  readonly query?: Q;
  /** JSON that must be sent. */
  readonly body?: B;
  /** JSON that may be left out, because all its members may. */
  readonly optionalBody?: B;
  readonly answer: RouteAnswer<A>;
  readonly handle: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Promise<z.output<A>>;
}

/**
 * Declares a route and mounts it. Its handler takes the request's checked parts and returns what is answered as JSON.
 * What somebody was let in for is stored by no cache.
 */
export function route<
  A extends z.ZodType,
  P extends z.ZodObject = never,
  Q extends z.ZodObject = never,
  B extends z.ZodType = never,
>(app: OpenAPIHono<ServiceEnv>, declared: Route<P, Q, B, A>): void {
  const { params, query, body, optionalBody, answer, handle, ...others } = declared;
  const config = declareRoute({
    ...others,
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body: jsonBody(body) }),
      ...(optionalBody && { body: optionalJsonBody(optionalBody) }),
    },
    answers: {
      [answer.status]:
        'schema' in answer ? json(answer.description, answer.schema) : { description: answer.description },
    },
  });
  const answerCall = async (c: Context<ServiceEnv>): Promise<Response> => {
    // As the schemas above have made them: hono checks a request before its handler runs.
    const { req }: { req: ValidatedRequest<z.output<P>, z.output<Q>, z.output<B>> } = c;
    const result = await handle({
      c,
      get params() {
        return req.valid('param');
      },
      get query() {
        return req.valid('query');
      },
      get body() {
        return req.valid('json');
      },
      get principal() {
        return c.get('principal');
      },
      get tenantId() {
        return clientOf(c.get('principal')).tenantId;
      },
      once: work => runOnce(c, work),
    });
    if (declared.access !== undefined) c.header('Cache-Control', 'no-store');
    return 'schema' in answer ? c.json(result, answer.status) : c.body(null, answer.status);
  };
  app.openapi(config, answerCall);
}
