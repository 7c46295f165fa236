import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { context, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  TracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';
import { openTestService, type CreatedSession, type TestService } from './support/test-service.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const traceparent = `00-${TRACE}-${CALLER}-01`;

let service: TestService;
let receiver: WebhookReceiver;
before(async () => {
  service = await openTestService({ allowLocalWebhooks: true });
  receiver = await openReceiver();
  const json = { url: receiver.url, events: ['TRANSACTION.COMPLETED'] };
  const { status } = await service.call('/v1/webhooks', { as: await service.token(), json });
  assert.equal(status, 201);
});
after(async () => {
  await service.close();
  await receiver.close();
});

/** Signs with a request that names its caller's span. @returns what the webhook got */
async function signTraced(session: CreatedSession, headers: Readonly<Record<string, string>>) {
  const count = receiver.received.length;
  const accepting = { action: 'accept', textVersion: '2026-11', locale: 'pt-BR' };
  const { body } = await service.act(session, accepting, { headers });
  assert.equal(body.status, 'COMPLETED', JSON.stringify(body));
  while (receiver.received.length === count) await new Promise(resolve => setTimeout(resolve, 10));
  return receiver.received[count];
}

describe('without an SDK of OpenTelemetry', () => {
  test('a delivery names the span of who caused its event', async () => {
    const delivery = await signTraced(await service.create(), { traceparent });
    assert.equal(delivery?.headers['traceparent'], traceparent);
  });

  test('and none where nobody named one', async () => {
    const delivery = await signTraced(await service.create(), {});
    assert.equal(delivery?.headers['traceparent'], undefined);
  });
});

describe('with an SDK of OpenTelemetry', () => {
  const exporter = new InMemorySpanExporter();
  let delivered: string | undefined;
  let spans: readonly ReadableSpan[];
  before(async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(
      new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
    );
    const session = await service.create();
    const delivery = await signTraced(session, { traceparent });
    delivered = String(delivery?.headers['traceparent']);
    await service.call('/v1/signing-sessions/ss_UNKNOWN', { as: 'nobody', headers: { traceparent } });
    const isDone = () => exporter.getFinishedSpans().some(({ name }) => name === 'job webhook_deliveries');
    while (!isDone()) await new Promise(resolve => setTimeout(resolve, 10));
    spans = exporter.getFinishedSpans();
  });
  after(() => {
    trace.disable();
    context.disable();
  });

  function spanNamed(name: string): ReadableSpan {
    const found = spans.filter(span => span.name === name && span.spanContext().traceId === TRACE);
    assert.ok(found[0], `${name} is not one of ${[...new Set(spans.map(span => span.name))].join(', ')}`);
    return found[0];
  }
  const assertBelow = (name: string, parent: ReadableSpan): void =>
    assert.equal(spanNamed(name).parentSpanContext?.spanId, parent.spanContext().spanId, name);

  test('a request is a span below its caller’s, with its work below it', () => {
    const request = spanNamed('POST /v1/signing-sessions/:sessionId/advance');
    assert.equal(request.parentSpanContext?.spanId, CALLER);
    assert.equal(request.kind, SpanKind.SERVER);
    assert.equal(request.attributes['http.response.status_code'], 200);
    assert.equal(request.attributes['sign_session.tenant_id'], 'tenant_local');
    assertBelow('step CLICK_ACCEPT', request);
    const step = spanNamed('step CLICK_ACCEPT');
    assertBelow('seal', step);
    assertBelow('document write', step);
  });

  test('a delivery is a job of the trace that caused it, and tells its receiver', () => {
    const job = spanNamed('job webhook_deliveries');
    assert.equal(job.parentSpanContext?.traceId, TRACE);
    assert.equal(job.kind, SpanKind.CONSUMER);
    assertBelow('webhook attempt', job);
    const { spanId } = spanNamed('webhook attempt').spanContext();
    assert.equal(delivered, `00-${TRACE}-${spanId}-01`);
  });

  test('nothing in any span is about a person, a path or a secret', () => {
    const texts = spans.map(({ name, attributes, events, status }) =>
      JSON.stringify({ name, attributes, events, status }),
    );
    assert.ok(texts.length > 5);
    for (const text of texts) {
      assert.doesNotMatch(text, /Maria|52998224725|529\.982|@example|contrato|-secret|whsec_|eyJ/i);
      assert.doesNotMatch(text, /ss_[0-9A-Z]{10}|127\.0\.0\.1|https?:|cs_/);
    }
  });
});
