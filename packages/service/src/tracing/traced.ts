/** Spans for the operator's OpenTelemetry, and the trace that a request belongs to. */
import {
  type Attributes,
  context,
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/**
 * A `traceparent` header (W3C Trace Context, 3.2); undefined if there is none that is valid. A later version of the
 * header may have more fields.
 */
export function readTraceParent(header: string | undefined): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header ?? '') ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  const parent: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(parent) ? parent : undefined;
}

/** The header that names this span as the parent; undefined for one that belongs to no trace. */
export function writeTraceParent(span: SpanContext): string | undefined {
  if (!isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

const NAME = 'sign-session-service';

/** What a span says beside its name and its time. */
export interface TraceOptions {
  /** Default: work within this process. */
  readonly kind?: 'server' | 'client' | 'consumer';
  /**
   * Names of this program, numbers, and ids that the log has, too: nothing of signers, no paths, no addresses. Undefined
   * ones are left out.
   */
  readonly attributes?: Attributes;
  /** A `traceparent` that the span goes on from, or `null` for a trace of its own. Default: the work around it. */
  readonly parent?: string | null | undefined;
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

function contextOf(parent: string | null | undefined): Context {
  if (parent === undefined) return context.active();
  const from = readTraceParent(parent ?? undefined);
  return from === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, from);
}

/**
 * Does work as a span of OpenTelemetry, for the SDK that the operator may have loaded; without one it costs next to
 * nothing. Of an error the span has the name: messages may quote somebody's data.
 */
export function traced<T>(
  name: string,
  work: (span: Span) => Promise<T>,
  { kind, attributes = {}, parent }: TraceOptions = {},
): Promise<T> {
  const options = { kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind], attributes };
  return trace.getTracer(NAME).startActiveSpan(name, options, contextOf(parent), async span => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Whether this work is part of a span already, as where the operator's SDK traces Node's own HTTP server. */
export const isTraced = (): boolean => trace.getActiveSpan() !== undefined;
