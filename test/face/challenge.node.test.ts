import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Challenge, type ChallengeState } from '../../src/face/challenge.ts';
import type { FacePose, FaceReading } from '../../src/face/face-reading.ts';
import type { FaceAction } from '../../src/face/movements.ts';

const NEUTRAL: FacePose = {
  centreX: 0.5,
  centreY: 0.5,
  width: 0.3,
  height: 0.5,
  yaw: 0,
  pitch: 0,
  roll: 0,
  blink: 0.1,
  smile: 0.1,
};

/** A person before a camera of 15 frames a second. */
class Person {
  readonly #challenge: Challenge;
  #at = 0;
  state: ChallengeState = { outcome: 'open', passed: [], best: false };
  /** The hints in the order in which they came. */
  readonly hints: (string | undefined)[] = [];
  best = 0;

  constructor(...actions: readonly FaceAction[]) {
    this.#challenge = new Challenge({ actions, startedAt: 0, longest: 30_000, longestAction: 8000 });
  }

  get done(): string[] {
    return this.state.passed.map(({ action }) => action);
  }

  shows(ms: number, pose: Partial<FacePose> = {}, changes: Partial<FaceReading> = {}): this {
    for (const end = this.#at + ms; this.#at < end;) {
      this.#at += 1000 / 15;
      const face = { ...NEUTRAL, ...pose };
      const reading = { at: this.#at, faces: 1, face, luma: 110, sharpness: 100, contrast: 50, ...changes };
      this.state = this.#challenge.observe(reading);
      if (this.state.best) this.best += 1;
      if (this.state.hint !== this.hints.at(-1)) this.hints.push(this.state.hint);
    }
    return this;
  }

  leaves(ms: number): this {
    return this.shows(ms, {}, { faces: 0, face: undefined });
  }
}

describe('the challenge', () => {
  it('asks for the next movement only when the one before is over', () => {
    const person = new Person('CENTER', 'TURN_LEFT', 'TURN_RIGHT').shows(1000).shows(1500, { yaw: 30 });
    assert.deepEqual(person.done, ['CENTER', 'TURN_LEFT']);
    assert.deepEqual(person.hints, ['CENTER', 'TURN_LEFT', 'return']);
    person.shows(500).shows(800, { yaw: -30 });
    assert.equal(person.state.outcome, 'passed');
  });

  it('takes no movement that only touches its limit', () => {
    const person = new Person('CENTER', 'TURN_LEFT').shows(1000);
    for (let round = 0; round < 5; round += 1) person.shows(70, { yaw: 21 }).shows(300, { yaw: 5 });
    assert.deepEqual(person.done, ['CENTER']);
    assert.equal(person.state.outcome, 'open');
  });

  it('takes no movement that was there before it was asked for', () => {
    const person = new Person('CENTER', 'SMILE').shows(3000, { smile: 0.8 });
    assert.deepEqual(person.done, []);
  });

  it('counts a blink when the eyes have opened again, and not when they stay closed', () => {
    const blinks = new Person('CENTER', 'BLINK').shows(1000).shows(200, { blink: 0.7 });
    assert.equal(blinks.state.outcome, 'open');
    assert.equal(blinks.shows(100).state.outcome, 'passed');
    const sleeps = new Person('CENTER', 'BLINK').shows(1000).shows(2500, { blink: 0.7 }).shows(200);
    assert.equal(sleeps.state.outcome, 'open');
  });

  it('does not mind a blink while another movement is asked for', () => {
    const person = new Person('CENTER', 'TURN_LEFT').shows(1000).shows(300, { blink: 0.8 }).shows(300);
    assert.equal(person.shows(800, { yaw: 30 }).state.outcome, 'passed');
  });

  it('ends at another movement, for good', () => {
    const person = new Person('CENTER', 'TURN_LEFT').shows(1000).shows(400, { yaw: -28 });
    assert.equal(person.state.failure, 'otherMovement');
    assert.equal(person.shows(400).shows(800, { yaw: 30 }).state.outcome, 'failed');
  });

  it('begins again when the face is lost, but not for a moment', () => {
    const person = new Person('CENTER', 'TURN_LEFT', 'SMILE').shows(1000).shows(800, { yaw: 30 });
    assert.deepEqual(person.leaves(200).done, ['CENTER', 'TURN_LEFT']);
    person.shows(300);
    assert.deepEqual(person.leaves(600).done, []);
    assert.equal(person.state.hint, 'noFace');
    person.shows(1200).shows(800, { yaw: 30 }).shows(400).shows(800, { smile: 0.8 });
    assert.equal(person.state.outcome, 'passed');
    assert.deepEqual(person.done, ['CENTER', 'TURN_LEFT', 'SMILE']);
  });

  it('begins again as soon as a second face is there', () => {
    const person = new Person('CENTER', 'TURN_LEFT', 'SMILE').shows(1000).shows(800, { yaw: 30 });
    assert.deepEqual(person.shows(60, {}, { faces: 2 }).done, []);
    assert.equal(person.state.hint, 'alone');
  });

  it('counts nothing in the dark, in glare, too far off or too near, and goes on afterwards', () => {
    for (const [hint, pose, changes] of [
      ['light', {}, { luma: 25 }],
      ['glare', {}, { luma: 250 }],
      ['light', {}, { luma: 2, contrast: 0.9 }],
      ['closer', { width: 0.19 }, {}],
      ['back', { width: 0.9 }, {}],
    ] as const) {
      const person = new Person('CENTER', 'SMILE').shows(1000);
      person.shows(1000, { ...pose, smile: 0.9 }, changes);
      assert.equal(person.state.hint, hint);
      assert.deepEqual(person.done, ['CENTER'], hint);
      assert.equal(person.shows(400).shows(800, { smile: 0.9 }).state.outcome, 'passed', hint);
    }
  });

  it('tells a covered lens from a room so dark that no face is found', () => {
    const none = { faces: 0, face: undefined, luma: 2 };
    for (const [hint, contrast] of [
      ['uncover', 0.1],
      ['light', 0.9],
    ] as const) {
      const person = new Person('CENTER', 'SMILE').shows(200, {}, { ...none, contrast });
      assert.equal(person.state.hint, hint);
    }
  });

  it('waits at the start for a face in the middle, sharp, straight and still', () => {
    for (const [hint, pose, changes] of [
      ['centre', { centreX: 0.2 }, {}],
      ['centre', { centreY: 0.8 }, {}],
      ['sharp', {}, { sharpness: 1 }],
      ['straight', { yaw: 16 }, {}],
    ] as const) {
      const person = new Person('CENTER', 'SMILE').shows(2000, pose, changes);
      assert.equal(person.state.hint, hint);
      assert.deepEqual(person.done, [], hint);
    }
    const restless = new Person('CENTER', 'SMILE');
    for (let step = 0; step < 10; step += 1) restless.shows(130, { centreX: step % 2 === 0 ? 0.47 : 0.53 });
    assert.equal(restless.state.hint, 'still');
    assert.deepEqual(restless.done, []);
  });

  it('ends when an action, or all of it, takes too long', () => {
    assert.equal(new Person('CENTER', 'SMILE').shows(10_000).state.failure, 'timeout');
    assert.equal(new Person('CENTER', 'SMILE').leaves(31_000).state.failure, 'timeout');
  });

  it('names the best frame of each action, and the peak before the action is over', () => {
    const person = new Person('CENTER', 'TURN_LEFT').shows(1000);
    assert.equal(person.best, 1);
    for (const yaw of [10, 18, 22, 26, 30, 31, 30, 30, 30]) person.shows(60, { yaw });
    assert.equal(person.best, 5);
    assert.equal(person.state.outcome, 'passed');
  });
});
