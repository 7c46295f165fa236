import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { verifyArrival } from '../../../demo/console/webhooks/deliveries.ts';

const SECRET = 'whsec_test';
const body = '{"id":"del_1","data":{"name":"João"}}';
const timestamp = '1795186800';
const at = new Date(Number(timestamp) * 1000).toISOString();
const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
const arrival = { at, webhookId: 'wh_1', timestamp, signature, body };

/** The arrival, so many seconds after it was signed. */
const after = (seconds: number) => ({
  ...arrival,
  at: new Date((Number(timestamp) + seconds) * 1000).toISOString(),
});

describe('an arrival at the built-in receiver', () => {
  it('is genuine when it was signed with the webhook’s secret', async () => {
    assert.equal(await verifyArrival(arrival, SECRET), 'genuine');
    assert.equal(await verifyArrival(after(300), SECRET), 'genuine');
    assert.equal(await verifyArrival(after(-300), SECRET), 'genuine');
  });

  it('is not, with a byte changed, another time or another secret', async () => {
    for (const changed of [
      { body: `${body} ` },
      { timestamp: String(Number(timestamp) + 1) },
      { timestamp: 'soon' },
      { signature: '' },
      { signature: signature.slice(2) },
      { signature: signature.replace(/^./, first => (first === '0' ? '1' : '0')) },
    ]) {
      assert.equal(await verifyArrival({ ...arrival, ...changed }, SECRET), 'not genuine');
    }
    assert.equal(await verifyArrival(arrival, `${SECRET}2`), 'not genuine');
  });

  it('is out of time when it was signed more than five minutes before or after', async () => {
    for (const late of [after(301), after(-301)]) {
      assert.equal(await verifyArrival(late, SECRET), 'out of time');
    }
  });

  it('is not judged without the secret', async () => {
    assert.equal(await verifyArrival(arrival, undefined), 'secret not known here');
  });
});
