import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { ServiceEnv } from './environment.ts';

/** Takes one line. */
export type Log = (line: string) => void;

/**
 * One line a request: method, route pattern, status, milliseconds. The pattern stands for the address, because
 * addresses hold session ids and queries hold credentials; bodies and headers are never looked at.
 */
export function requestLog(log: Log) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const start = performance.now();
    await next();
    const pattern = matchedRoutes(c).findLast(({ path }) => path !== '/*')?.path ?? '(no route)';
    log(`${c.req.method} ${pattern} ${c.res.status} ${Math.round(performance.now() - start)} ms`);
  });
}

/** An error's name and the frames of its stack: its message could quote a signer's data. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'A value that is no Error was thrown.';
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  const cause = error.cause === undefined ? '' : `\n  caused by ${describeError(error.cause)}`;
  return [error.name, ...frames.slice(0, 8)].join('\n') + cause;
}
