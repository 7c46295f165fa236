import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Challenge, type ChallengeState } from '../../src/face/challenge.ts';
import type { FaceAction, Movement } from '../../src/face/movements.ts';
import { readingsOf } from './film-timeline.ts';

const SEQUENCE: readonly FaceAction[] = ['CENTER', 'TURN_LEFT', 'TURN_RIGHT', 'BLINK', 'SMILE'];
const MOVEMENTS: readonly Movement[] = ['TURN_LEFT', 'TURN_RIGHT', 'BLINK', 'SMILE'];

interface Verdict {
  readonly end: ChallengeState;
  /** Every hint that was given, once. */
  readonly hints: ReadonlySet<string>;
}

/** How a film fares when it is asked for `actions`. */
function judge(film: string, actions: readonly FaceAction[], longest = 60_000): Verdict {
  const challenge = new Challenge({ actions, startedAt: 0, longest, longestAction: 10_000 });
  const hints = new Set<string>();
  let end: ChallengeState = { outcome: 'open', passed: [], best: false };
  for (const reading of readingsOf(film)) {
    end = challenge.observe(reading);
    if (end.hint !== undefined) hints.add(end.hint);
    if (end.outcome !== 'open') break;
  }
  return { end, hints };
}

const verdict = (film: string, actions: readonly FaceAction[]) => {
  const { end } = judge(film, actions);
  return end.failure ?? end.outcome;
};

describe('the challenge, given the timelines of the films', () => {
  it('passes the live sequence in its order, and no action faster than a person', () => {
    const { end } = judge('live-sequence', SEQUENCE);
    assert.equal(end.outcome, 'passed');
    assert.deepEqual(
      end.passed.map(({ action }) => action),
      SEQUENCE,
    );
    for (const { startedAt, passedAt } of end.passed) assert.ok(passedAt - startedAt >= 200);
  });

  it('ends the live sequence at another movement than the one asked for', () => {
    assert.equal(verdict('live-sequence', ['CENTER', 'TURN_RIGHT', 'TURN_LEFT']), 'otherMovement');
    assert.equal(verdict('live-sequence', ['CENTER', 'SMILE', 'TURN_LEFT']), 'otherMovement');
    assert.equal(verdict('live-sequence', ['CENTER', 'BLINK']), 'otherMovement');
  });

  for (const [film, made] of [
    ['live-turn-left', 'TURN_LEFT'],
    ['live-turn-right', 'TURN_RIGHT'],
    ['live-blink', 'BLINK'],
    ['live-smile', 'SMILE'],
  ] as const) {
    it(`passes ${film} for ${made} and for nothing else`, () => {
      for (const asked of MOVEMENTS) {
        const { end } = judge(film, ['CENTER', asked]);
        assert.equal(end.outcome, asked === made ? 'passed' : 'failed', asked);
      }
    });
  }

  for (const film of ['live-neutral', 'static-photo', 'photo-tilted']) {
    it(`never passes ${film}, and says until the end what it waits for`, () => {
      for (const asked of MOVEMENTS) {
        const { end, hints } = judge(film, ['CENTER', asked]);
        assert.equal(end.failure, 'timeout', asked);
        assert.ok(hints.has(asked) || hints.has('closer'), [...hints].join());
      }
    });
  }

  for (const [film, hint] of [
    ['no-face', 'noFace'],
    ['very-far', 'noFace'],
    ['two-faces', 'alone'],
    ['too-dark', 'light'],
    ['camera-covered', 'uncover'],
    ['too-far', 'closer'],
  ] as const) {
    it(`does not even begin with ${film}, and says why`, () => {
      const { end, hints } = judge(film, SEQUENCE, 20_000);
      assert.equal(end.failure, 'timeout');
      assert.deepEqual(end.passed, []);
      assert.ok(hints.has(hint), [...hints].join());
      assert.ok(
        [...hints].every(given => given === hint || given === 'noFace'),
        [...hints].join(),
      );
    });
  }
});
