import type { Span } from '@opentelemetry/api';
import { traced, type TraceOptions } from '../tracing/traced.ts';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds: most requests take milliseconds, a seal some tenths, a question to an authority up to ten. */
const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * What this process has counted and measured since its start, for Prometheus. Labels hold names of this program
 * (routes, types, outcomes) and at most a tenant's id: nothing of signers, no session, no address. Every metric is
 * made here; what is read from the database at a scrape is set by monitoring/measure.ts.
 */
export class Metrics {
  readonly registry = new Registry();
  /** The labels of each metric, by its name: what dashboards and alerts may select by. */
  readonly labels = new Map<string, readonly string[]>();

  /** Until the response begins; an event stream goes on after it. */
  readonly requests = this.#histogram(
    'sign_session_http_request_duration_seconds',
    'Requests by method, route pattern and status, until the response begins',
    ['method', 'route', 'status'],
  );
  readonly steps = this.#counter(
    'sign_session_steps_total',
    'Changes of steps, by the status that they led to: a failed attempt leaves a step STARTED',
    ['type', 'status'],
  );
  readonly events = this.#counter(
    'sign_session_events_total',
    'Events written, by type. One whose transaction failed afterwards counts too',
    ['type'],
  );
  readonly seals = this.#histogram(
    'sign_session_seal_duration_seconds',
    'Seals of packs, documents and evidence pages in the sealing thread',
    ['kind', 'outcome'],
  );
  readonly documents = this.#histogram(
    'sign_session_document_store_duration_seconds',
    'Documents written, read and removed, in a folder, the database or an object store',
    ['operation', 'outcome'],
  );
  readonly missingDocuments = this.#counter(
    'sign_session_documents_missing_total',
    'Documents that were asked for and are in the database, but not in the store',
    [],
  );
  readonly refusedOrphans = this.#counter(
    'sign_session_orphans_refused_total',
    'Times that leftovers in the store were so many that nothing was removed',
    [],
  );
  readonly sealingJobs = this.#gauge(
    'sign_session_sealing_jobs',
    'Sessions of this process that are being completed, or wait for their turn',
    ['state'],
  );
  readonly webhookAttempts = this.#histogram(
    'sign_session_webhook_attempt_duration_seconds',
    'Attempts to deliver to webhooks: delivered, refused (any other status), unanswered',
    ['outcome'],
  );
  readonly messages = this.#counter(
    'sign_session_messages_total',
    'E-mails and SMS: sent, failed (refused or too old), postponed',
    ['channel', 'outcome'],
  );
  readonly authorities = this.#histogram(
    'sign_session_revocation_fetch_duration_seconds',
    'Questions to certificate authorities: revocation lists and OCSP responses',
    ['kind', 'outcome'],
  );
  readonly quotaRefusals = this.#counter(
    'sign_session_quota_refusals_total',
    'Requests refused because a quota is used up',
    ['dimension'],
  );
  readonly errors = this.#counter(
    'sign_session_errors_total',
    'Unexpected errors that were written to the log',
    [],
  );
  readonly queueJobs = this.#gauge(
    'sign_session_queue_jobs',
    'Jobs that wait in the database, those not yet due included; the same in every process',
    ['queue'],
  );
  readonly queueAge = this.#gauge(
    'sign_session_queue_oldest_due_seconds',
    'For how long the oldest job has been due; the same in every process',
    ['queue'],
  );
  readonly webhooks = this.#gauge('sign_session_webhooks', 'Webhooks by status; the same in every process', [
    'status',
  ]);
  readonly quotaUse = this.#gauge(
    'sign_session_quota_used_ratio',
    'Use of a plan in the current month or day, of the tenants with 80 % or more; the same in every process',
    ['tenant', 'dimension'],
  );
  readonly connections = this.#gauge(
    'sign_session_database_connections',
    'Connections of this process to PostgreSQL, and queries that wait for one',
    ['state'],
  );
  readonly health = this.#gauge('sign_session_health', 'Whether a part works, as /health says: 1 or 0', [
    'part',
  ]);
  readonly certificateExpiry = this.#gauge(
    'sign_session_sealing_certificate_expiry_timestamp_seconds',
    'When the certificate expires that this process seals with, in seconds since 1970',
    [],
  );
  readonly dangers = this.#gauge(
    'sign_session_danger',
    'Whether something is badly wrong while all seems to work: 1 or 0. The log says what each is',
    ['danger'],
  );
  readonly build = this.#gauge('sign_session_build_info', 'The version; always 1', ['version']);

  #counter<L extends string>(name: string, help: string, labelNames: L[]): Counter<L> {
    this.labels.set(name, labelNames);
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #gauge<L extends string>(name: string, help: string, labelNames: L[]): Gauge<L> {
    this.labels.set(name, labelNames);
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  #histogram<L extends string>(name: string, help: string, labelNames: L[]): Histogram<L> {
    this.labels.set(name, labelNames);
    return new Histogram({ name, help, labelNames, buckets: SECONDS, registers: [this.registry] });
  }
}

/** Something that is measured, and traced as a span with the same labels. */
interface Measured<T, L extends string> {
  readonly histogram: Histogram<L>;
  /** The span's name. */
  readonly span: string;
  readonly kind?: TraceOptions['kind'];
  /** Called with the result, or with undefined for work that failed. */
  readonly labels: (result: T | undefined) => Readonly<Record<L, string>>;
}

/** Measures work in seconds. */
export function measured<T, L extends string>(
  { histogram, span: name, kind, labels }: Measured<T, L>,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const act = async (span: Span): Promise<T> => {
    const start = performance.now();
    const observe = (result?: T): void => {
      const found = labels(result);
      histogram.observe(found, (performance.now() - start) / 1000);
      for (const [label, value] of Object.entries(found))
        span.setAttribute(`sign_session.${label}`, String(value));
    };
    try {
      const result = await work(span);
      observe(result);
      return result;
    } catch (error) {
      observe();
      throw error;
    }
  };
  return traced(name, act, kind === undefined ? {} : { kind });
}
