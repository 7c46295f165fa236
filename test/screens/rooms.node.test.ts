import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReactiveControllerHost } from 'lit';
import type { Room } from '../../src/screens/room.ts';
import { Rooms } from '../../src/screens/rooms.ts';
import { step, viewOf } from '../support/bootstraps.ts';

const AHEAD = viewOf({ steps: [step('CLICK_ACCEPT'), step('OTP_VERIFY', 'PENDING', 2)] });

const roomThatTells =
  (heard: string[]): Room =>
  () => ({
    ready: true,
    want: () => undefined,
    warm: () => heard.push('warm'),
    close: () => heard.push('close'),
    render: () => assert.fail('Nothing is drawn here'),
  });

const notAhead = () => assert.fail('Not ahead');

/** The rooms of an element that prepares what is ahead with every update, as the real one does. */
class Element implements ReactiveControllerHost {
  /** How often the room of the code was asked for. */
  loads = 0;
  /** So many of the tries fail. */
  failures: number;
  /** What its room was asked to do. */
  readonly heard: string[] = [];
  readonly updateComplete = Promise.resolve(true);
  readonly rooms: Rooms;
  readonly #prepares: boolean;
  #updated: (() => void) | undefined;

  constructor(failures: number, prepares = false) {
    this.failures = failures;
    this.#prepares = prepares;
    this.rooms = new Rooms(this, {
      otp: () => this.#load(),
      purposeDisclosure: notAhead,
      exhausted: notAhead,
      certificate: notAhead,
      liveness: notAhead,
      documentPhoto: notAhead,
      decline: notAhead,
      hostedStep: notAhead,
      waiting: notAhead,
    });
  }

  addController(): void {}

  removeController(): void {}

  requestUpdate(): void {
    if (this.#prepares) this.rooms.prepare(AHEAD);
    this.#updated?.();
  }

  /** Does something that loads a room, and waits until the element is told what became of it. */
  async after(begin: () => void): Promise<void> {
    const updated = new Promise<void>(resolve => {
      this.#updated = resolve;
    });
    begin();
    await updated;
  }

  #load(): Promise<Room> {
    this.loads += 1;
    return this.loads > this.failures
      ? Promise.resolve(roomThatTells(this.heard))
      : Promise.reject(new TypeError('Failed'));
  }
}

describe('the rooms of an element', () => {
  it('prepares a room once, also in vain, and loads it again when it is needed', async () => {
    const element = new Element(1, true);
    await element.after(() => element.rooms.prepare(AHEAD));
    element.requestUpdate();
    assert.equal(element.loads, 1);
    await element.after(() => assert.equal(element.rooms.get('otp'), 'loading'));
    assert.equal(typeof element.rooms.get('otp'), 'object');
    assert.equal(element.loads, 2);
  });

  it('says that a room failed, and that it is lost when another try fails too', async () => {
    const element = new Element(2);
    await element.after(() => element.rooms.get('otp'));
    assert.equal(element.rooms.get('otp'), 'failed');
    await element.after(() => element.rooms.retry());
    assert.equal(element.rooms.get('otp'), 'lost');
    assert.equal(element.loads, 2, 'asking does not load it');
    await element.after(() => element.rooms.retry());
    assert.equal(typeof element.rooms.get('otp'), 'object', 'where the engine does fetch it again');
  });

  it('gives up what was loaded ahead when the session has ended, and loads no more', async () => {
    const element = new Element(0);
    await element.after(() => element.rooms.prepare(AHEAD));
    element.rooms.prepare(AHEAD);
    element.rooms.prepare({ ...AHEAD, status: 'CANCELLED' });
    assert.deepEqual(element.heard, ['warm', 'close']);
    const late = new Element(0);
    late.rooms.prepare({ ...AHEAD, status: 'EXPIRED' });
    assert.equal(late.loads, 0);
  });
});
