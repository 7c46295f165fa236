import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signatureOf } from '../../packages/service/src/webhooks/webhook-sender.ts';
import { verifyWebhook, WebhookError } from '../../src/server/index.ts';

const SECRET = 'whsec_ção';
const NOW = new Date('2026-11-20T14:58:03.500Z');
const BODY = JSON.stringify({ id: 'evt_1', eventType: 'TRANSACTION.COMPLETED', data: { name: 'João' } });

function headersAt(time: Date, body = BODY, secret = SECRET): Record<string, string> {
  const timestamp = Math.floor(time.getTime() / 1000);
  return {
    'x-service-timestamp': String(timestamp),
    'x-service-signature': signatureOf(secret, timestamp, body),
  };
}

const refused = (code: WebhookError['code']) => (error: unknown) =>
  error instanceof WebhookError && error.code === code;

const apart = (seconds: number) => headersAt(new Date(NOW.getTime() + seconds * 1000));

const verify = (headers: Record<string, string>, body = BODY) =>
  verifyWebhook(body, headers, { secret: SECRET, now: NOW });

/** As a caller in JavaScript. */
const untyped = async (...given: unknown[]): Promise<unknown> =>
  Reflect.apply(verifyWebhook, undefined, given);

describe('a webhook’s delivery', () => {
  it('is the event, by Node’s headers and by those of fetch', async () => {
    assert.deepEqual(await verify(headersAt(NOW)), JSON.parse(BODY));
    const headers = new Headers(headersAt(NOW));
    assert.deepEqual(await verifyWebhook(BODY, headers, { secret: SECRET, now: NOW }), JSON.parse(BODY));
  });

  it('is the event, by headers and a body of every shape that servers give', async () => {
    const { 'x-service-timestamp': at = '', 'x-service-signature': mac = '' } = headersAt(NOW);
    const bytes = new TextEncoder().encode(BODY);
    const inUpper = { 'X-Service-Timestamp': at, 'X-Service-Signature': mac };
    const many = { 'x-service-timestamp': [at], 'x-service-signature': [mac] };
    const expected = { secret: SECRET, now: NOW };
    for (const headers of [inUpper, many, new Map(Object.entries(inUpper)), new Headers(inUpper)])
      assert.deepEqual(await verifyWebhook(BODY, headers, expected), JSON.parse(BODY));
    const padded = Buffer.concat([Buffer.from('xx'), bytes]);
    for (const body of [bytes, bytes.buffer, Buffer.from(bytes), padded.subarray(2)])
      assert.deepEqual(await verifyWebhook(body, inUpper, expected), JSON.parse(BODY));
  });

  it('says in words what is wrong', async () => {
    const expected = { secret: SECRET, now: NOW };
    const given = headersAt(NOW);
    await assert.rejects(
      untyped(JSON.parse(BODY), given, expected),
      /TypeError: .* a parser made.*express\.raw/,
    );
    await assert.rejects(untyped(undefined, given, expected), /TypeError: .* this is nothing/);
    await assert.rejects(untyped(BODY, undefined, expected), /TypeError: .* headers of the request/);
    await assert.rejects(verifyWebhook(BODY, {}, expected), /no header X-Service-Signature/);
    const twice = { ...given, 'X-SERVICE-SIGNATURE': given['x-service-signature'] };
    await assert.rejects(verifyWebhook(BODY, twice, expected), /or more than one/);
    await assert.rejects(verifyWebhook(`${BODY} `, given, expected), /not by this secret over these bytes/);
    await assert.rejects(verify(apart(-3600)), /signed 360\d s ago, and 300 s are allowed/);
    await assert.rejects(verify(apart(900)), /(?:899|900) s ahead of this clock/);
  });

  it('is refused when it was changed, or another secret signed it', async () => {
    await assert.rejects(verify(headersAt(NOW), BODY.replace('evt_1', 'evt_2')), refused('invalid'));
    await assert.rejects(verify(headersAt(NOW, BODY, 'other')), refused('invalid'));
    const moved = { ...headersAt(NOW), 'x-service-timestamp': '1' };
    await assert.rejects(verify(moved), refused('invalid'));
  });

  it('is refused without its headers, or with something else in them', async () => {
    const { 'x-service-signature': signature = '', ...rest } = headersAt(NOW);
    for (const other of [
      undefined,
      '',
      'zz',
      signature.slice(2),
      `${signature}00`,
      signature.toUpperCase(),
    ]) {
      const headers = other === undefined ? rest : { ...rest, 'x-service-signature': other };
      await assert.rejects(verify(headers), refused('invalid'), String(other));
    }
    for (const time of ['', '-1', '1e3', 'now', '9'.repeat(13)]) {
      const headers = { 'x-service-timestamp': time, 'x-service-signature': signature };
      await assert.rejects(verify(headers), refused('invalid'), time);
    }
  });

  it('is refused when it is an old one sent again, clocks being five minutes apart at most', async () => {
    for (const seconds of [-299, 300]) await verify(apart(seconds));
    for (const seconds of [-301, 302]) await assert.rejects(verify(apart(seconds)), refused('expired'));
  });

  it('is not verified by a tolerance that is no number, with which any age would pass', async () => {
    for (const toleranceSeconds of [Number.NaN, -1, Number(undefined)]) {
      const expected = { secret: SECRET, now: NOW, toleranceSeconds };
      await assert.rejects(verifyWebhook(BODY, apart(-1e9), expected), TypeError);
    }
  });

  it('is not verified without a secret', async () => {
    await assert.rejects(verifyWebhook(BODY, headersAt(NOW, BODY, ' '), { secret: '' }), TypeError);
  });
});
