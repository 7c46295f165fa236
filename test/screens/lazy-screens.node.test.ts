import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReactiveControllerHost } from 'lit';
import type { LazyScreen } from '../../src/screens/lazy-screen.ts';
import { LazyScreens } from '../../src/screens/lazy-screens.ts';
import { step, viewOf } from '../support/bootstraps.ts';

const AHEAD = viewOf({ steps: [step('CLICK_ACCEPT'), step('OTP_VERIFY', 'PENDING', 2)] });

const screenThatTells =
  (heard: string[]): LazyScreen =>
  () => ({
    ready: true,
    setLocale: () => undefined,
    preload: () => heard.push('preload'),
    close: () => heard.push('close'),
    render: () => assert.fail('Nothing is drawn here'),
  });

const notAhead = () => assert.fail('Not ahead');

/** The lazy screens of an element that preloads with every update, as the real one does. */
const ADDRESSES = { assetsUrl: undefined, baseUrl: 'https://api.test' };

class Element implements ReactiveControllerHost {
  /** How often the code's screen was asked for. */
  loads = 0;
  /** So many of the tries fail. */
  failures: number;
  /** What its screen was asked to do. */
  readonly heard: string[] = [];
  readonly updateComplete = Promise.resolve(true);
  readonly screens: LazyScreens;
  readonly #prepares: boolean;
  #updated: (() => void) | undefined;

  constructor(failures: number, prepares = false) {
    this.failures = failures;
    this.#prepares = prepares;
    this.screens = new LazyScreens(this, {
      otp: () => this.#load(),
      purposeDisclosure: notAhead,
      attemptsExhausted: notAhead,
      certificate: notAhead,
      certificateFrame: notAhead,
      liveness: notAhead,
      documentPhoto: notAhead,
      batch: notAhead,
      decline: notAhead,
      hostedStep: notAhead,
      waiting: notAhead,
      outcome: () => Promise.reject(new TypeError('Failed')),
    });
  }

  addController(): void {}

  removeController(): void {}

  requestUpdate(): void {
    if (this.#prepares) this.screens.preload(AHEAD, ADDRESSES);
    this.#updated?.();
  }

  /** Does something that loads a screen, and waits until the element is told what became of it. */
  async after(begin: () => void): Promise<void> {
    const updated = new Promise<void>(resolve => {
      this.#updated = resolve;
    });
    begin();
    await updated;
  }

  #load(): Promise<LazyScreen> {
    this.loads += 1;
    return this.loads > this.failures
      ? Promise.resolve(screenThatTells(this.heard))
      : Promise.reject(new TypeError('Failed'));
  }
}

describe('the lazy screens of an element', () => {
  it('preloads a screen once, also when that fails, and loads it again when it is needed', async () => {
    const element = new Element(1, true);
    await element.after(() => element.screens.preload(AHEAD, ADDRESSES));
    element.requestUpdate();
    assert.equal(element.loads, 1);
    await element.after(() => assert.equal(element.screens.get('otp'), 'loading'));
    assert.equal(typeof element.screens.get('otp'), 'object');
    assert.equal(element.loads, 2);
  });

  it('says that loading failed, and that the retry failed too', async () => {
    const element = new Element(2);
    await element.after(() => element.screens.get('otp'));
    assert.equal(element.screens.get('otp'), 'failed');
    await element.after(() => element.screens.retry());
    assert.equal(element.screens.get('otp'), 'retryFailed');
    assert.equal(element.loads, 2, 'asking does not load it');
    await element.after(() => element.screens.retry());
    assert.equal(typeof element.screens.get('otp'), 'object', 'where the engine does fetch it again');
  });

  it('gives up what was loaded ahead when the session has ended, and loads no more', async () => {
    const element = new Element(0);
    await element.after(() => element.screens.preload(AHEAD, ADDRESSES));
    element.screens.preload(AHEAD, ADDRESSES);
    element.screens.preload({ ...AHEAD, status: 'CANCELLED' }, ADDRESSES);
    assert.deepEqual(element.heard, ['preload', 'close']);
    const late = new Element(0);
    late.screens.preload({ ...AHEAD, status: 'EXPIRED' }, ADDRESSES);
    assert.equal(late.loads, 0);
  });
});
