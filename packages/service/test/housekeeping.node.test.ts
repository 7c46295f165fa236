import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestService, type TestService } from './support/test-service.ts';

const DAY_SECONDS = 24 * 3600;

describe('a sweep', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  const sessions = () => service.database.query('SELECT session_id FROM sessions');

  test('does its other parts when one fails, and reports that one', async () => {
    await service.create();
    await service.database.query('ALTER TABLE handovers RENAME TO handovers_elsewhere');
    const advanceSeconds = 8 * DAY_SECONDS;
    assert.equal((await service.call('/_local/clock', { json: { advanceSeconds } })).status, 500);
    assert.deepEqual(await sessions(), [], 'erased');
    assert.match(service.errors.join('\n'), /SweepError \[handovers\][^]*\(42P01\)[^]*Handovers\.removeOld/);
  });
});
