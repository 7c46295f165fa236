import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EXAMPLES } from '../src/openapi/complete-operations.ts';
import { EVENT_TYPES, type EventType } from '../event-types.ts';
import { assertCurrent } from './examples/assert-current.ts';
import { EVENT_DATA } from './support/event-data.ts';
import { ADMIN_TOKEN, clientFor, EventProducers } from './support/event-producers.ts';
import { openTestService, type TestService } from './support/test-service.ts';
import { isGenuine, type DeliveryBody } from './support/webhook-receiver.ts';

/** A missing event must not block the tests of the others. */
const PATIENCE = { timeout: 120_000 };

/** Events that belong to no single transaction. */
const WITHOUT_TRANSACTION: readonly EventType[] = [
  'ENVELOPE.CREATED',
  'ENVELOPE.ALL_SIGNED',
  'ENVELOPE.CANCELLED',
  'ENVELOPE.EXPIRED',
  'QUOTA.WARNING',
  'API.DEPRECATION_NOTICE',
];

let service: TestService;
let producers: EventProducers;
before(async () => {
  service = await openTestService({ allowLocalWebhooks: true, adminToken: ADMIN_TOKEN });
  producers = new EventProducers(service);
});
after(() => service.close());

describe('each event type', () => {
  for (const type of EVENT_TYPES) {
    test(
      `${type} is told to who asked for it, with the data of the interface and no more`,
      PATIENCE,
      async () => {
        const arrived = await producers.deliver(type);
        const body: DeliveryBody = JSON.parse(arrived.body);
        assert.ok(isGenuine(arrived, arrived.secret, service.clock.now()));
        assert.match(body.id, /^del_/);
        assert.deepEqual([body.eventType, body.tenantId], [type, `tenant_${clientFor(type)}`]);
        assert.equal(new Date(body.timestamp).toISOString(), body.timestamp);
        assert.deepEqual(EVENT_DATA[type].parse(body.data), body.data);
        const { transactionId } = body;
        if (WITHOUT_TRANSACTION.includes(type)) assert.equal(transactionId, undefined);
        else assert.match(transactionId ?? '', /^tx_/);
        if ('transactionId' in body.data) assert.equal(body.data['transactionId'], transactionId);
        assert.doesNotMatch(
          arrived.body,
          /52998224725|98765432100|1985-03-17/,
          'nobody’s number or birthday',
        );
        assertCurrent(EXAMPLES.events[type], body, type);
      },
    );
  }
});
