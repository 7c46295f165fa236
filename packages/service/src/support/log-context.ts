import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** What a log line says of the request or job that it was written for. Ids only. */
export interface LogContext {
  readonly requestId?: string;
  /** Of W3C Trace Context: the caller's, or new. */
  readonly traceId?: string;
  /** Of the job in a queue. */
  readonly jobId?: string;
  /** Known once the caller was authenticated, or their session was read. */
  tenantId?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** The context of the line that is written now; undefined outside of requests and jobs. */
export const currentLogContext = (): LogContext | undefined => storage.getStore();

/** Runs work, whose log lines get this context. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return storage.run(context, work);
}

/** Runs work that goes on beyond the request which happened to start it. */
export function withoutLogContext<T>(work: () => T): T {
  return storage.exit(work);
}

/** Names the tenant in the log lines of the request or job, from now on. */
export function noteTenant(tenantId: string): void {
  const context = storage.getStore();
  if (context !== undefined) context.tenantId = tenantId;
}

/**
 * The trace id of a `traceparent` header (W3C Trace Context, 3.2), or a new one if there is none that is valid. A later
 * version of the header may have more fields.
 */
export function traceIdOf(header: string | undefined): string {
  const [, version, traceId, parentId, more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/.exec(header ?? '') ?? [];
  const isValid =
    traceId !== undefined &&
    version !== 'ff' &&
    !(version === '00' && more !== undefined) &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(parentId ?? '');
  return isValid ? traceId : randomBytes(16).toString('hex');
}
