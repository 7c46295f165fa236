import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { businessDaysLeft, easterOf, latestWithin } from '../src/domain/clock.ts';
import { openTestService, type CreatedSession, type TestService } from './support/test-service.ts';

const HOUR = 3_600_000;
const at = (local: string): Date => new Date(`${local}-03:00`);

describe('business days', () => {
  test('exclude weekends, national holidays and days on which banks are closed', () => {
    for (const [now, deadline, left, why] of [
      ['2026-11-12T09:00', '2026-11-12T18:00', 0, 'the same day'],
      ['2026-11-12T09:00', '2026-11-13T18:00', 1, 'Thursday to Friday'],
      ['2026-11-12T09:00', '2026-11-16T18:00', 2, 'over a weekend'],
      ['2026-11-19T09:00', '2026-11-23T18:00', 1, '20 November'],
      ['2026-12-24T09:00', '2026-12-28T18:00', 1, 'Christmas on a Friday'],
      ['2026-02-13T09:00', '2026-02-18T18:00', 1, 'Carnival'],
      ['2026-04-02T09:00', '2026-04-06T18:00', 1, 'Good Friday'],
      ['2026-06-03T09:00', '2026-06-05T18:00', 1, 'Corpus Christi'],
      ['2026-11-12T23:30', '2026-11-13T00:30', 1, 'midnight in São Paulo, which is 3 h in UTC'],
      ['2026-11-14T09:00', '2026-11-12T09:00', 0, 'past'],
    ] as const) {
      assert.equal(businessDaysLeft(at(now), at(deadline)), left, why);
    }
  });

  test('have a last moment with a given number left', () => {
    const now = at('2026-11-12T09:00');
    const end = latestWithin(now, 2);
    assert.equal(end.toISOString(), at('2026-11-17T00:00').toISOString());
    assert.equal(businessDaysLeft(now, new Date(end.getTime() - 1)), 2);
    assert.equal(businessDaysLeft(now, end), 3);
  });

  test('include the holidays that depend on Easter', () => {
    const days = [1961, 2000, 2008, 2011, 2025, 2026, 2027, 2038].map(year =>
      easterOf(year).toISOString().slice(0, 10),
    );
    assert.deepEqual(days, [
      '1961-04-02',
      '2000-04-23',
      '2008-03-23',
      '2011-04-24',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2038-04-25',
    ]);
  });
});

describe('an approaching deadline', () => {
  let service: TestService;
  before(async () => {
    // A Friday that is a holiday, 11:58 in São Paulo.
    service = await openTestService();
  });
  after(() => service.close());

  async function createFor(days: number, ...customSteps: string[]): Promise<CreatedSession> {
    const json = {
      action: { type: 'consigned_loan', description: 'Loan' },
      policy: { profile: 'CUSTOM', customSteps },
      signer: { name: 'Maria', cpf: '52998224725' },
      metadata: { contract: '42' },
      expiresInMinutes: days * 24 * 60,
    };
    return (await service.call('/v1/trust-sessions', { as: await service.token(), json })).body;
  }

  const create = (...customSteps: string[]) => createFor(7, ...customSteps);

  async function told({ transactionId }: CreatedSession): Promise<Record<string, unknown>[]> {
    const events = await service.events(transactionId);
    return events.filter(({ type }) => type === 'TRANSACTION.DEADLINE_APPROACHING').map(({ data }) => data);
  }

  /** What an integrator reads of the deadline. */
  async function deadlineOf({ transactionId }: CreatedSession): Promise<unknown[]> {
    const { body } = await service.call(`/v1/transactions/${transactionId}`, { as: await service.token() });
    return [body.submissionDeadline, body.deadlineStatus];
  }

  /** Moves the clock as QA does, which runs everything that is due. */
  const advance = (hours: number) =>
    service.call('/_local/clock', { json: { advanceSeconds: (hours * HOUR) / 1000 } });

  test('is announced once, two business days before, for sessions under NT65', async () => {
    const loan = await create('PURPOSE_DISCLOSURE', 'CLICK_ACCEPT');
    const short = await createFor(5, 'PURPOSE_DISCLOSURE', 'CLICK_ACCEPT');
    const other = await create('CLICK_ACCEPT');
    const done = await create('PURPOSE_DISCLOSURE', 'CLICK_ACCEPT');
    // It ends on Friday 27th: on Tuesday 24th there are three business days left, on Wednesday two.
    await advance(4 * 24);
    assert.deepEqual(await told(loan), [], 'not on Tuesday');
    assert.deepEqual(await deadlineOf(loan), [loan.expiresAt, 'PENDING']);
    await service.act(done, {
      action: 'acknowledge_purpose',
      acknowledged: true,
      disclosureVersion: (await service.view(done)).disclosure.version,
    });
    assert.equal((await service.accept(done)).body.status, 'COMPLETED');
    await advance(13);
    const [event, ...more] = await told(loan);
    assert.deepEqual(event, {
      sessionId: loan.sessionId,
      transactionId: loan.transactionId,
      status: 'ACTIVE',
      deadline: loan.expiresAt,
      businessDaysLeft: 2,
      metadata: { contract: '42' },
    });
    assert.deepEqual(await deadlineOf(loan), [loan.expiresAt, 'APPROACHING']);
    assert.deepEqual(await deadlineOf(other), [undefined, undefined]);
    await advance(24);
    assert.deepEqual([more.length, (await told(loan)).length], [0, 1], 'once');
    assert.deepEqual(await told(other), [], 'only where a purpose is disclosed');
    assert.deepEqual(await told(done), [], 'not of what is done');
    assert.deepEqual(await deadlineOf(short), [short.expiresAt, 'OVERDUE']);
    assert.deepEqual(await deadlineOf(done), [done.expiresAt, 'PENDING'], 'which ended in time');
  });

  test('is announced with the creation, and not again, if it is close from the start', async () => {
    const loan = await createFor(1, 'PURPOSE_DISCLOSURE', 'CLICK_ACCEPT');
    const [event] = await told(loan);
    assert.equal(event?.['deadline'], loan.expiresAt);
    const other = await createFor(1, 'CLICK_ACCEPT');
    await advance(1);
    assert.equal((await told(loan)).length, 1);
    assert.deepEqual(await told(other), [], 'only where a purpose is disclosed');
  });

  test('is announced for every session when more are due than fit in one batch', async () => {
    const loans = await Promise.all(
      Array.from({ length: 45 }, () => create('PURPOSE_DISCLOSURE', 'CLICK_ACCEPT')),
    );
    await advance(7 * 24 - 1);
    const counts = await Promise.all(loans.map(async loan => (await told(loan)).length));
    assert.deepEqual([...new Set(counts)], [1]);
  });
});
