import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  LIVENESS_ACTIONS,
  livenessReportSchema,
  randomActions,
  type LivenessAttempt,
  type LivenessReport,
} from '../../src/domain/liveness-challenge.ts';
import { checkLiveness } from '../../src/biometrics/liveness-attempts.ts';
import { systemRandom } from '../../src/domain/ids.ts';

const START = new Date('2026-11-20T12:00:00Z');
const DONE = new Date(START.getTime() + 20_000);

const attempt: LivenessAttempt = {
  livenessSessionId: 'liv_1',
  sessionId: 'ss_1',
  mode: 'LIVE',
  nonce: 'a1b2',
  actions: ['CENTER', 'TURN_LEFT', 'BLINK', 'SMILE'],
  startedAt: START,
};

const hash = (index: number): string => String(index).padStart(64, '0');

/** The report of a device that did everything right. */
function report(changes: Partial<LivenessReport> = {}): LivenessReport {
  return {
    nonce: attempt.nonce,
    frames: attempt.actions.map((action, index) => ({
      index,
      action,
      capturedAt: 1000 + index * 2000,
      sha256: hash(index),
    })),
    metrics: {
      brightness: 120,
      actions: attempt.actions.map((action, index) => ({
        action,
        startedAt: index * 2000,
        passedAt: index * 2000 + 1500,
      })),
    },
    ...changes,
  };
}

const arrived = attempt.actions.map((_, index) => ({ index, sha256: hash(index) }));

function verdict(changes: Partial<LivenessReport> = {}, frames = arrived, at = DONE): string {
  const judged = checkLiveness(attempt, report(changes), frames, at);
  return judged.passed ? 'passed' : judged.why;
}

const retimed = (times: readonly (readonly [number, number])[]): Partial<LivenessReport> => ({
  metrics: {
    actions: attempt.actions.map((action, index) => {
      const [startedAt = 0, passedAt = 0] = times[index] ?? [];
      return { action, startedAt, passedAt };
    }),
  },
});

describe('a liveness attempt', () => {
  test('passes with every action done and every frame there', () => {
    const judged = checkLiveness(attempt, report(), arrived, DONE);
    assert.equal(judged.passed, true);
    assert(judged.passed);
    assert.equal(judged.result.liveness?.captureMode, 'LIVE');
    assert.deepEqual(
      judged.result.liveness.frames.map(frame => frame.action),
      attempt.actions,
    );
    assert.equal(judged.result.quality?.brightness, 120);
  });

  test('fails without a report, and with another attempt’s nonce', () => {
    assert.equal(checkLiveness(attempt, undefined, arrived, DONE).passed, false);
    assert.equal(verdict({ nonce: 'ffff' }), 'the nonce is of another attempt');
  });

  test('fails when a frame is missing, another one, out of order or the same twice', () => {
    const { frames } = report();
    assert.equal(verdict({}, arrived.slice(1)), 'other frames arrived than were reported');
    assert.equal(
      verdict({}, [...arrived.slice(1), { index: 0, sha256: hash(9) }]),
      'a frame is not the reported one',
    );
    assert.equal(verdict({ frames: frames.toReversed() }), 'the frames do not follow the actions');
    assert.equal(verdict({ frames: frames.slice(0, 3) }, arrived), 'the frames do not follow the actions');
    const same = frames.map(frame => ({ ...frame, sha256: hash(0) }));
    const sameArrived = arrived.map(frame => ({ ...frame, sha256: hash(0) }));
    assert.equal(verdict({ frames: same }, sameArrived), 'a picture serves twice');
    const backwards = frames.map(frame => ({ ...frame, capturedAt: 9000 - frame.index }));
    assert.equal(verdict({ frames: backwards }), 'the frames are not in the order of their times');
  });

  test('fails when an action is too fast, overlaps another, or is not the one that was asked for', () => {
    const fast = [[0, 100] as const, [2000, 3000] as const, [4000, 5000] as const, [6000, 7000] as const];
    assert.equal(verdict(retimed(fast)), 'an action is faster than anybody');
    const overlapping = [
      [0, 2500] as const,
      [2000, 3000] as const,
      [4000, 5000] as const,
      [6000, 7000] as const,
    ];
    assert.equal(verdict(retimed(overlapping)), 'an action begins before the one before it ends');
    const [center, left, blink, smile] = report().metrics?.actions ?? [];
    assert(center && left && blink && smile);
    assert.equal(
      verdict({ metrics: { actions: [center, blink, left, smile] } }),
      'the actions are not those that were asked for',
    );
    assert.equal(verdict({ metrics: undefined }), 'the actions are not those that were asked for');
  });

  test('fails when it took too long, by the device’s clock or the service’s', () => {
    const slow = [
      [0, 1500] as const,
      [2000, 3000] as const,
      [4000, 5000] as const,
      [130_000, 131_000] as const,
    ];
    assert.equal(verdict(retimed(slow)), 'the actions took too long');
    assert.equal(verdict({}, arrived, new Date(START.getTime() + 241_000)), 'the attempt is over');
    // Seven seconds of actions, but only one second by the service's clock.
    const hurried = new Date(START.getTime() + 1000);
    assert.equal(verdict({}, arrived, hurried), 'the actions took longer than the attempt');
  });

  test('needs neither camera nor frames in simulated mode, but its own nonce', () => {
    const simulated = { ...attempt, mode: 'SIMULATED' } as const;
    const judged = checkLiveness(simulated, undefined, [], START);
    assert(judged.passed);
    assert.equal(judged.result.liveness?.provider, 'simulated');
    assert.equal(checkLiveness(simulated, report({ nonce: 'ffff' }), [], START).passed, false);
  });
});

describe('the actions of an attempt', () => {
  test('begin at the centre, are four different ones, and every one comes up', () => {
    const seen = new Set<string>();
    for (let draw = 0; draw < 200; draw += 1) {
      const actions = randomActions(systemRandom);
      assert.equal(actions.length, 4);
      assert.equal(actions[0], 'CENTER');
      assert.equal(new Set(actions).size, 4);
      seen.add(actions.join());
    }
    assert.equal(seen.size, 24, 'every order of three out of four');
    assert.deepEqual(new Set([...seen].flatMap(actions => actions.split(','))), new Set(LIVENESS_ACTIONS));
  });
});

describe('a report from a device', () => {
  test('may give times as numbers or with their dates, and hashes with or without a name', () => {
    const read = livenessReportSchema.parse({
      nonce: 'a',
      frames: [
        {
          index: 0,
          action: 'CENTER',
          capturedAt: '2026-11-20T12:00:01Z',
          sha256: `sha256:${hash(1).toUpperCase()}`,
        },
      ],
    });
    assert.equal(read.frames[0]?.capturedAt, Date.parse('2026-11-20T12:00:01Z'));
    assert.equal(read.frames[0].sha256, hash(1));
  });
});
