import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgedAt, remembers } from '../src/signatures/revocation-times.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));
const term = (from: number, to: number) => ({ thisUpdate: day(from), nextUpdate: day(to) });
const NOW = day(100);
/** The key of who made the list is valid for longer. */
const ISSUER = day(200);

describe('a list or an answer tells of a signature', () => {
  it('now, while it holds', () => {
    assert.deepEqual(judgedAt(term(90, 110), { now: NOW }, ISSUER), NOW);
    assert.equal(judgedAt(term(80, 90), { now: NOW }, ISSUER), undefined);
    assert.equal(judgedAt({ thisUpdate: day(90), nextUpdate: undefined }, { now: NOW }, ISSUER), undefined);
  });

  it('when a timestamp covered it, if it held then and the signature was there', () => {
    const proven = { now: NOW, existedAt: day(40), provenAt: day(50) };
    assert.deepEqual(judgedAt(term(30, 60), proven, ISSUER), day(50));
    assert.equal(judgedAt(term(30, 45), proven, ISSUER), undefined, 'it was over');
    assert.equal(judgedAt(term(30, 60), { ...proven, existedAt: day(55) }, ISSUER), undefined);
  });

  it('now, if it was made after the signature was there, by a key that is still valid', () => {
    const known = { now: NOW, existedAt: day(40) };
    assert.deepEqual(judgedAt(term(45, 60), known, ISSUER), NOW);
    assert.equal(judgedAt(term(35, 60), known, ISSUER), undefined, 'it was made before');
    assert.equal(judgedAt(term(45, 60), known, day(99)), undefined, 'its key is over');
  });

  it('never, if it is of a time that is yet to come', () => {
    assert.equal(judgedAt(term(101, 110), { now: NOW, existedAt: day(40) }, ISSUER), undefined);
  });
});

describe('what does not name a certificate', () => {
  it('calls it good if it was made before its end, or keeps those that ended then', () => {
    assert.equal(remembers(day(10), undefined, day(10)), true);
    assert.equal(remembers(day(11), undefined, day(10)), false);
    assert.equal(remembers(day(11), day(10), day(10)), true);
    assert.equal(remembers(day(11), day(11), day(10)), false);
  });
});
