/** What is logged, as text or JSON, without personal data. */
import type { Span } from '@opentelemetry/api';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { writeTraceParent } from '../tracing/traced.ts';

/** An entry of the audit log as it is logged, so that its hash is kept outside of the database. */
export interface AuditRecord {
  readonly number: number;
  readonly act: string;
  readonly tenantId: string;
  readonly hash: string;
}

/** One line for people. */
function describeAudit({ number, act, tenantId, hash }: AuditRecord): string {
  return `Audit entry ${number}: ${act} ${tenantId} ${hash}`;
}

/** A request as it is logged. */
export interface RequestRecord {
  readonly method: string;
  /** The route's pattern: paths hold session ids, and queries hold credentials. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly requestId: string;
}

/** One line for people. */
export function describeRequest({ method, route, status, milliseconds, requestId }: RequestRecord): string {
  return `${method} ${route} ${status} ${milliseconds} ms ${requestId}`;
}

/** Logs one line. */
export type Log = (line: string) => void;

/** A code of the system or of the database, such as `ENOSPC` or `53100` where a disk is full. */
function codeOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  return /^[A-Z0-9_]{3,40}$/.test(code) ? ` (${code})` : '';
}

/** An error's name, code and stack frames, with its causes. Leaves out the messages, which could quote a signer's data. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'A value that is no Error was thrown.';
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  const together: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const causes = error.cause === undefined ? together : [error.cause, ...together];
  const described = causes.map(cause => `\n  caused by ${describeError(cause)}`);
  return [error.name + codeOf(error), ...frames.slice(0, 8)].join('\n') + described.join('');
}

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

export const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Where a program writes what happens: none of it holds secrets or personal data. */
export interface Logs {
  readonly format: LogFormat;
  /** What the operator should know. */
  readonly info: Log;
  /** What the operator should change. */
  readonly warn: Log;
  readonly error: Log;
  readonly request: (record: RequestRecord) => void;
  /** An entry of the audit log. */
  readonly audit: (record: AuditRecord) => void;
}

type Level = 'info' | 'warn' | 'error';

/**
 * Lines for people, or one JSON object a line: `time` (ISO 8601, UTC), `level`, `message`, and where they are known
 * `requestId`, `traceId`, `jobId`, `tenantId`; of requests also `method`, `route`, `status`, `durationMs`,
 * and of entries of the audit log `auditNumber`, `auditAct`, `auditHash`.
 * @param write gets each line without its end; errors and warnings go to standard error by default, all else to standard output
 */
export function createLogs(
  format: LogFormat,
  write: (level: Level, line: string) => void = (level, line) =>
    void process[level === 'info' ? 'stdout' : 'stderr'].write(`${line}\n`),
): Logs {
  const put = (level: Level, message: string, more: Readonly<Record<string, unknown>> = {}): void => {
    if (format === 'text') return write(level, message);
    const time = new Date().toISOString();
    write(
      level,
      JSON.stringify({ time, level, message, ...currentLogContext(), traceParent: undefined, ...more }),
    );
  };
  return {
    format,
    info: line => put('info', line),
    warn: line => put('warn', line),
    error: line => put('error', line),
    request(record) {
      if (format === 'text') return write('info', describeRequest(record));
      const { milliseconds: durationMs, method, route, status } = record;
      const level = status >= 500 ? 'error' : 'info';
      put(level, `${method} ${route} ${status}`, { method, route, status, durationMs });
    },
    audit(record) {
      const { number: auditNumber, act: auditAct, tenantId, hash: auditHash } = record;
      put('info', describeAudit(record), { tenantId, auditNumber, auditAct, auditHash });
    },
  };
}
