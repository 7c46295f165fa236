/*
 * How far each threshold is from what the films show on either side of it. Run it by itself to see the figures:
 * `node --import tsx --test test/face/thresholds.node.test.ts`.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { FaceReading } from '../../src/face/face-reading.ts';
import { COVERED_LUMA, DARK_LUMA, faceGate, LEAST_WIDTH, MOST_TURN, WINDOW } from '../../src/face/gates.ts';
import { ALL_MOVEMENTS, MOVEMENTS, type Movement } from '../../src/face/movements.ts';
import { readingsOf } from './film-timeline.ts';

/** Who makes which movement. */
const MADE: Readonly<Record<Movement, readonly string[]>> = {
  TURN_LEFT: ['live-sequence', 'live-turn-left'],
  TURN_RIGHT: ['live-sequence', 'live-turn-right'],
  BLINK: ['live-sequence', 'live-blink'],
  SMILE: ['live-sequence', 'live-smile'],
};
const LIVE = [...new Set(Object.values(MADE).flat()), 'live-neutral'];
const SPOOFS = ['static-photo', 'photo-tilted', 'two-faces'];

/**
 * The part of the way from what does not count to what does that a threshold keeps from either end. People are not
 * the one person of the films: whoever turns, blinks or smiles less by a quarter has to pass all the same, and what
 * they do without meaning it may be as much more.
 */
const LEAST_PART = 0.25;

const once = (film: string): FaceReading[] => [...readingsOf(film, 1)];
const widths = (film: string): number[] => once(film).flatMap(({ face }) => face?.width ?? []);
const lumas = (film: string): number[] => once(film).map(({ luma }) => luma);

function peakOf(film: string, movement: Movement): number {
  const faces = once(film)
    .filter(reading => faceGate(reading, true) === undefined || reading.faces > 1)
    .flatMap(({ face }) => face ?? []);
  return Math.max(0, ...faces.map(MOVEMENTS[movement].value));
}

/** Most degrees within the time over which a face has to be still. */
function turnOf(film: string): number {
  const readings = once(film).flatMap(({ at, face }) => (face === undefined ? [] : [{ at, yaw: face.yaw }]));
  const spreads = readings.map(({ at: end }) => {
    const yaws = readings.filter(({ at }) => at > end - WINDOW && at <= end).map(({ yaw }) => yaw);
    return Math.max(...yaws) - Math.min(...yaws);
  });
  return Math.max(...spreads);
}

const percent = (part: number): string => `${Math.round(part * 100)} %`;

/** @param below the most that must not count. @param above the least that must. */
function requireBetween(t: TestContext, name: string, limit: number, below: number, above: number): void {
  const [under, over] = [(limit - below) / (above - below), (above - limit) / (above - below)];
  t.diagnostic(
    `${name}: ${limit} between ${below.toFixed(3)} and ${above.toFixed(3)}, ${percent(under)} and ${percent(over)} of the way`,
  );
  assert.ok(under >= LEAST_PART && over >= LEAST_PART, name);
}

describe('the thresholds, measured against the films', () => {
  for (const movement of ALL_MOVEMENTS) {
    const { on, off } = MOVEMENTS[movement];
    const others = [...LIVE, ...SPOOFS].filter(film => !MADE[movement].includes(film));

    it(`tell ${movement} from everything else`, t => {
      for (const film of [...MADE[movement], ...others]) {
        const peak = peakOf(film, movement);
        t.diagnostic(`${film}, ${movement}: peak ${peak.toFixed(2)}, ${(peak - on).toFixed(2)} from ${on}`);
      }
      const made = Math.min(...MADE[movement].map(film => peakOf(film, movement)));
      const unmeant = Math.max(...others.map(film => peakOf(film, movement)));
      requireBetween(t, movement, on, unmeant, made);
      requireBetween(t, `${movement} is over`, off, unmeant, on);
    });
  }

  it('tell who is near enough, light enough and not covered', t => {
    const far = Math.max(...widths('too-far'));
    requireBetween(t, 'width', LEAST_WIDTH, far, Math.min(...LIVE.flatMap(widths)));
    const dark = Math.max(...lumas('too-dark'));
    requireBetween(t, 'brightness', DARK_LUMA, dark, Math.min(...LIVE.flatMap(lumas)));
    requireBetween(
      t,
      'cover',
      COVERED_LUMA,
      Math.max(...lumas('camera-covered')),
      Math.min(...lumas('too-dark')),
    );
  });

  it('tell who keeps still from who turns', t => {
    requireBetween(t, 'stillness', MOST_TURN, turnOf('live-neutral'), turnOf('live-turn-left'));
  });
});
