import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Activity } from '../../../demo/console/log/activity-log.ts';
import { compareResult, type Observation } from '../../../demo/console/scenarios/compare-result.ts';
import { COMPLETED, NOT_SIGNED, type Expectation } from '../../../demo/console/scenarios/scenario.ts';

const at = new Date(0);
const event = (name: string, detail = ''): Activity => ({ kind: 'event', at, name, detail });
const request = (action: string, stepErrors: readonly string[] = []): Activity => ({
  kind: 'request',
  by: 'widget',
  at,
  method: 'POST',
  path: '/v1/signing-sessions/ss_1/advance',
  action,
  outcome: 200,
  duration: 1,
  stepErrors,
  exchange: { method: 'POST', url: '/', requestHeaders: [], responseHeaders: [] },
});
const status = (is: string) => ({ statuses: new Map([['ss_1', is]]), stepErrors: [] });

const nothing: Observation = {
  sessionIds: ['ss_1'],
  refusal: undefined,
  activities: [],
  state: undefined,
  messages: [],
  deliveries: [],
};
const seen = (changes: Partial<Observation>): Observation => ({ ...nothing, ...changes });
const refused = (words: string) => ({ sessionIds: [], refusal: { status: 400, words } });
const findingOf = (expected: readonly Expectation[], changes: Partial<Observation>): string =>
  compareResult(expected, seen(changes)).finding;

describe('what is said of a scenario', () => {
  it('is open until all that was expected has happened', () => {
    assert.equal(findingOf(COMPLETED, {}), 'open');
    assert.equal(findingOf(COMPLETED, { activities: [event('sign-completed')] }), 'open');
    const all = { activities: [event('sign-completed')], state: status('COMPLETED') };
    assert.equal(findingOf(COMPLETED, all), 'met');
    assert(compareResult(COMPLETED, seen(all)).isFinal);
  });

  it('is that it went otherwise, once it has ended otherwise', () => {
    assert.equal(findingOf(COMPLETED, { activities: [event('sign-declined')] }), 'broken');
    assert.equal(findingOf(COMPLETED, { state: status('EXPIRED') }), 'broken');
    assert.equal(findingOf(COMPLETED, { sessionIds: [], refusal: { status: 400, words: '' } }), 'broken');
  });

  it('ends by the status of the service alone, and says what is so instead', () => {
    const declined = seen({ activities: [event('sign-declined')], state: status('ACTIVE') });
    assert.equal(compareResult(COMPLETED, declined).isFinal, false);
    assert.deepEqual(
      compareResult(COMPLETED, seen({ ...declined, state: status('CANCELLED') })).details.map(
        ({ actual }) => actual,
      ),
      ['The widget reports that the signer declined', 'Cancelled'],
    );
    const twice: Expectation[] = [{ kind: 'action', name: 'verify_otp', times: 2 }];
    const [detail] = compareResult(twice, seen({ activities: [request('verify_otp')] })).details;
    assert.deepEqual([detail?.text, detail?.actual], ['A code is sent twice', 'once']);
  });

  it('is not met by what merely has not happened', () => {
    const active = { state: status('ACTIVE') };
    assert.equal(findingOf(NOT_SIGNED, active), 'open');
    const expected: Expectation[] = [{ kind: 'stepError', error: 'wrong-code' }, ...NOT_SIGNED];
    assert.equal(findingOf(expected, active), 'open');
    const activities = [request('verify_otp', ['wrong-code'])];
    assert.equal(findingOf(expected, { ...active, activities }), 'met');
    assert.equal(findingOf(expected, { activities: [...activities, event('sign-completed')] }), 'broken');
  });

  it('counts the actions of the widget', () => {
    const twice: Expectation[] = [{ kind: 'action', name: 'verify_otp', times: 2 }];
    const [one, two, three] = [1, 2, 3].map(times =>
      Array.from({ length: times }, () => request('verify_otp')),
    );
    assert.deepEqual(
      [one, two, three].map((activities = []) => findingOf(twice, { activities })),
      ['open', 'met', 'broken'],
    );
  });

  it('takes a refusal by its status and its words', () => {
    const expected: Expectation[] = [{ kind: 'refusal', status: 400, words: 'damaged' }];
    assert.equal(findingOf(expected, refused('The PDF is damaged.')), 'met');
    assert.equal(findingOf(expected, refused('The PDF is encrypted.')), 'broken');
    assert.equal(findingOf(expected, {}), 'broken');
  });

  it('tells signers of an envelope apart', () => {
    const expected: Expectation[] = [{ kind: 'event', name: 'sign-completed', detail: 'signer=2' }];
    const sessionIds = ['ss_1', 'ss_2'];
    const first = event('sign-completed', 'signer=1 sessionId=ss_1');
    assert.equal(findingOf(expected, { sessionIds, activities: [first] }), 'open');
    const second = event('sign-completed', 'signer=2 sessionId=ss_2');
    assert.equal(findingOf(expected, { sessionIds, activities: [first, second] }), 'met');
  });
});
