import { describeAudit, type AuditRecord } from './audit-record.ts';
import type { Log } from './error-log.ts';
import { currentLogContext } from './log-context.ts';
import { describeRequest, type RequestRecord } from './request-record.ts';

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
