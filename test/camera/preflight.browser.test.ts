import { expect } from '@open-wc/testing';
import { preflight } from '../../src/camera/preflight.ts';

const IN_APP = 'Mozilla/5.0 (Linux; Android 14; wv) Instagram 300.0';
const [MICROPHONE, CAMERA] = ['audioinput', 'videoinput'].map(kind => ({ kind }));

/** What a browser lacks or does not allow, and its name; what comes first is found first. */
const OBSTACLES = [
  ['a page that was not loaded over https', 'insecure', [globalThis, 'isSecureContext', false]],
  ['a browser without cameras for pages', 'unsupported', [navigator, 'mediaDevices', undefined]],
  [
    'a page whose policy keeps the camera',
    'policy',
    [document, 'featurePolicy', { allowsFeature: () => false }],
  ],
  ['a browser without WebAssembly', 'wasm', [globalThis, 'WebAssembly', undefined]],
  [
    'a browser that cannot draw with the graphics card',
    'webgl',
    [HTMLCanvasElement.prototype, 'getContext', () => null],
  ],
  ['a device without a camera', 'noCamera', [navigator, 'mediaDevices', devices(MICROPHONE)]],
] as const;

function devices(...found: readonly unknown[]): object {
  return { getUserMedia: () => undefined, enumerateDevices: async () => found };
}

describe('what keeps a page from the camera', () => {
  const restore: (() => void)[] = [];

  function replace(target: object, name: string, value: unknown): void {
    const own = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
    restore.unshift(() => {
      if (own === undefined) Reflect.deleteProperty(target, name);
      else Object.defineProperty(target, name, own);
    });
  }

  beforeEach(() => {
    replace(navigator, 'mediaDevices', devices(CAMERA));
    replace(document, 'featurePolicy', undefined);
    // A browser without a graphics card would stop there.
    replace(HTMLCanvasElement.prototype, 'getContext', () => ({ getExtension: () => null }));
  });

  afterEach(() => {
    for (const undo of restore.splice(0)) undo();
  });

  it('is nothing where everything is there', async () => {
    expect(await preflight()).to.equal(undefined);
  });

  for (const [what, name, [target, property, value]] of OBSTACLES) {
    it(`is known before anybody is asked: ${what}`, async () => {
      replace(target, property, value);
      expect(await preflight()).to.equal(name);
    });
  }

  it('is known to be the app that a page is open in', async () => {
    replace(navigator, 'mediaDevices', undefined);
    replace(navigator, 'userAgent', IN_APP);
    expect(await preflight()).to.equal('inAppBrowser');
  });

  it('is not assumed where the browser does not tell its devices', async () => {
    replace(navigator, 'mediaDevices', devices());
    expect(await preflight()).to.equal(undefined);
  });
});
