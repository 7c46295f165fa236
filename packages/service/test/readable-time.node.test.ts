import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  columnTime,
  exactTime,
  readableHour,
  readableTime,
  timeBeside,
  timeWithUtc,
} from '../src/domain/readable-time.ts';

const TIME = new Date('2026-11-24T01:03:05Z');

describe('a time for people', () => {
  it('is the same hour in messages, in the evidence and by the verifier', () => {
    assert.deepEqual(
      [readableTime, readableHour, exactTime, columnTime, timeWithUtc].map(write => write(TIME, 'en')),
      [
        '23 November 2026 at 22:03 (Brasília time)',
        '22:03 (Brasília time)',
        '23 November 2026 at 22:03:05 (Brasília time, GMT-3)',
        '23/11 22:03:05',
        '23 Nov 2026, 22:03 (Brasília time; 24 Nov 2026, 01:03 UTC)',
      ],
    );
  });

  it('names the zone in the language', () => {
    assert.equal(
      timeWithUtc('2026-11-23T17:03:00Z', 'pt-BR'),
      '23 de nov. de 2026, 14:03 (horário de Brasília; 17:03 UTC)',
    );
    assert.match(readableTime(TIME, 'es'), /\(hora de Brasilia\)$/);
  });

  it('is told by the hour on the day of another', () => {
    const at = '2026-11-23T17:03:00Z';
    assert.equal(timeBeside(at, at, 'en'), '14:03');
    assert.equal(timeBeside('2026-11-20T17:03:00Z', at, 'en'), '20 Nov 2026, 14:03');
  });

  it('stays what it is where it is no time', () => {
    assert.equal(timeWithUtc('soon', 'en'), 'soon');
    assert.equal(timeBeside('soon', 'later', 'en'), 'soon');
  });
});
