import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Activity } from '../../../demo/console/log/activity-log.ts';
import { columnsOf, errorCode, matches, shortened } from '../../../demo/console/log/log.ts';

const ID = 'ss_42JYGWFCE2K1A1RN4E9CDD7MYN';
const at = new Date(2026, 10, 20, 9, 4, 5, 41);
const request: Activity = {
  kind: 'request',
  by: 'widget',
  at,
  method: 'POST',
  path: `/v1/signing-sessions/${ID}/advance`,
  action: 'accept',
  outcome: 200,
  duration: 118,
  exchange: { method: 'POST', url: '/', requestHeaders: [], responseHeaders: [] },
};

describe('a line of the log', () => {
  it('has a request’s time, method, path, action, status and duration', () => {
    const path = `/v1/signing-sessions/${ID}/advance`;
    assert.deepEqual(columnsOf(request), ['09:04:05.041', 'POST', `${path} accept`, '200', '118 ms']);
  });

  it('has an event’s name and fields', () => {
    const event: Activity = { kind: 'event', at, name: 'sign-step', detail: 'step=accept' };
    assert.deepEqual(columnsOf(event), ['09:04:05.041', 'sign-step', 'step=accept', '', '']);
  });

  it('shows ids short, and everything else as it is', () => {
    assert.equal(shortened(`/v1/signing-sessions/${ID}/advance`), '/v1/signing-sessions/ss_42JY…/advance');
    assert.equal(shortened('code=document_hash_mismatch'), 'code=document_hash_mismatch');
    assert.equal(shortened('/_local/messages'), '/_local/messages');
  });

  it('is found by all words of a filter, in any order and case, whole ids too', () => {
    assert(matches(request, ''));
    assert(matches(request, `200 post ${ID.toLowerCase()}`));
    assert(!matches(request, 'post 404'));
  });
});

describe('errorCode', () => {
  const exchange = { method: 'GET', url: '/v1', requestHeaders: [], responseHeaders: [] };
  const answered = {
    kind: 'request',
    at: new Date(0),
    by: 'widget',
    method: 'GET',
    path: '/v1',
    duration: 1,
  } as const;
  const event = { kind: 'event', at: new Date(0) } as const;

  it('is the code of sign-error, or the type of a problem', () => {
    const detail = 'code=rate_limited retryable=true';
    assert.equal(errorCode({ ...event, name: 'sign-error', detail }), 'rate_limited');
    const body = '{"type":"not-found","status":404}';
    const failed = { ...answered, outcome: 404, exchange: { ...exchange, responseBody: body } };
    assert.equal(errorCode(failed), 'not-found');
  });

  it('is none where nothing failed, or the answer is no problem object', () => {
    assert.equal(errorCode({ ...event, name: 'sign-ready', detail: 'sessionId=ss_1' }), undefined);
    for (const [outcome, responseBody] of [
      [200, '{"type":"not-found"}'],
      [502, '<h1>Bad gateway</h1>'],
      [500, '{"type":"https://elsewhere.example/x"}'],
      [500, 'null'],
    ] as const)
      assert.equal(errorCode({ ...answered, outcome, exchange: { ...exchange, responseBody } }), undefined);
  });
});
