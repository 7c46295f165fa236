import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { readTraceParent } from './trace-parent.ts';

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
