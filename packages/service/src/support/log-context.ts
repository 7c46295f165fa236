import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Span } from '@opentelemetry/api';
import { writeTraceParent } from '../tracing/trace-parent.ts';

/** What a log line says of the request or job that it was written for. Ids only. */
export interface LogContext {
  readonly requestId?: string;
  /** Of W3C Trace Context: the caller's, or new. */
  readonly traceId?: string;
  /** Names the present span, for whom is told what was done in it. Not written to the log. */
  readonly traceParent?: string;
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

/** The members about the trace that a span belongs to, or of a trace that is nobody's but the log's. */
export function traceMembers(span: Span): Pick<LogContext, 'traceId' | 'traceParent'> {
  const traceParent = writeTraceParent(span.spanContext());
  if (traceParent === undefined) return { traceId: randomBytes(16).toString('hex') };
  return { traceId: span.spanContext().traceId, traceParent };
}
