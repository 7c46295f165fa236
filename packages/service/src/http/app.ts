/** The app that all routes are mounted on, and its log of requests. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { type Span, SpanStatusCode } from '@opentelemetry/api';
import type { Context, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { randomUUID } from 'node:crypto';
import { API_VERSION, methodNotAllowed, notFound, unknownAddress } from '../domain/problem.ts';
import type { Metrics } from '../metrics/metrics.ts';
import {
  type Log,
  type LogContext,
  type RequestRecord,
  traceMembers,
  withLogContext,
} from '../support/logs.ts';
import { isTraced, traced } from '../tracing/traced.ts';
import { compressAnswers } from './compress-answers.ts';
import type { ContextParts, ServiceEnv } from './environment.ts';
import { answerErrors } from './error-answers.ts';
import { problemPage } from './message-page.ts';
import { validationProblem } from './validation.ts';

/** The pattern of the route that answered: paths hold session ids, and queries hold credentials. */
function routeOf(c: Context<ServiceEnv>): string {
  return matchedRoutes(c).findLast(({ path }) => path !== '/*')?.path ?? '(no route)';
}

/** Logs each request. It never reads bodies or headers. */
function requestLog(log: (record: RequestRecord) => void) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const start = performance.now();
    await next();
    const milliseconds = Math.round(performance.now() - start);
    const { method } = c.req;
    log({ method, route: routeOf(c), status: c.res.status, milliseconds, requestId: c.get('requestId') });
  });
}

/** Measures each request until its response begins. */
function requestMetrics({ requests }: Metrics) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const start = performance.now();
    await next();
    const labels = { method: c.req.method, route: routeOf(c), status: c.res.status };
    requests.observe(labels, (performance.now() - start) / 1000);
  });
}

/** For personal responses, which must never be cached. */
export const neverStored = createMiddleware<ServiceEnv>(async (c, next) => {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
});

export type ServiceApp = OpenAPIHono<ServiceEnv>;

/** The request as a span, which goes on from the caller's `traceparent`. Its name is the route's pattern, never the path. */
async function tracedRequest(c: Context<ServiceEnv>, requestId: string, next: Next): Promise<void> {
  const { method } = c.req;
  const attributes = { 'http.request.method': method, 'sign_session.request_id': requestId };
  const parent = isTraced() ? undefined : (c.req.header('traceparent') ?? null);
  const act = async (span: Span): Promise<void> => {
    const about: LogContext = { requestId, ...traceMembers(span) };
    await withLogContext(about, next);
    const [route, { status }] = [routeOf(c), c.res];
    span.updateName(`${method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
    if (about.tenantId !== undefined) span.setAttribute('sign_session.tenant_id', about.tenantId);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  };
  await traced(method, act, { kind: 'server', attributes, parent });
}

/** The headers of every response. The id is the service's own: one from outside could bring data into the log. */
const commonHeaders = createMiddleware<ServiceEnv>(async (c, next) => {
  const requestId = randomUUID();
  c.set('requestId', requestId);
  await tracedRequest(c, requestId, next);
  c.res.headers.set('API-Version', API_VERSION);
  c.res.headers.set('X-Request-Id', requestId);
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The methods with a route at this path. Middleware matches all methods and is not counted. */
function methodsOf(app: ServiceApp, path: string): string[] {
  const found = METHODS.filter(method =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return found.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/** Creates the app without routes: error handling and what all responses share. */
export function createApp(options: {
  log: ((record: RequestRecord) => void) | undefined;
  reportError: Log;
  metrics: Metrics;
  parts: ContextParts;
}): ServiceApp {
  const app: ServiceApp = new OpenAPIHono<ServiceEnv>({
    defaultHook: result => {
      if (result.success) return;
      // Path parameters are ids: a malformed one is not found either.
      throw result.target === 'param' ? notFound() : validationProblem(result.error);
    },
  });
  app.use(commonHeaders);
  app.use(async (c, next) => {
    c.set('credentials', options.parts.credentials);
    c.set('idempotency', options.parts.idempotency);
    c.set('largeBodies', options.parts.largeBodies);
    await next();
  });
  app.use(compressAnswers);
  if (options.log !== undefined) app.use(requestLog(options.log));
  app.use(requestMetrics(options.metrics));
  app.onError(answerErrors(options.reportError, options.metrics));
  app.notFound(async c => {
    const allowed = methodsOf(app, c.req.path);
    const problem = allowed.length === 0 ? unknownAddress() : methodNotAllowed(allowed);
    return (await problemPage(c, problem)) ?? problem.toResponse(c.req.path);
  });
  return app;
}
