import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ensureBuild } from '../support/builds.ts';
import { setBiometrics } from '../support/set-biometrics.ts';
import { Integrator } from '../support/integrator.ts';
import { enginesToTest, openBrowser, openChromium, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';

/**
 * Something between the signer and the camera, put there in the page; on prototypes, because WebKit throws away
 * `navigator.mediaDevices`, with what was set on it, while nobody holds it.
 */
interface Obstacle {
  readonly name: string;
  readonly put: () => void;
  readonly words: string;
  /** Can nothing that the signer does on this page help? */
  readonly final: boolean;
}

/** Runs in the page: a browser that could draw, for what is looked at after that. Headless Firefox can't. */
function drawWithoutGraphicsCard(): void {
  Reflect.set(HTMLCanvasElement.prototype, 'getContext', () => ({ getExtension: () => null }));
}

/** Runs in the page. */
function offersPhone(): boolean {
  const screen = document.querySelector('sign-session')?.shadowRoot?.querySelector('.screen');
  const part = screen?.shadowRoot?.querySelector('sign-session-handover');
  return part?.shadowRoot?.textContent.includes('Continue on your phone') === true;
}

const BEFORE_ASKING: readonly Obstacle[] = [
  {
    name: 'the page was not loaded over https',
    put: () =>
      void Object.defineProperty(globalThis, 'isSecureContext', { configurable: true, value: false }),
    words: 'The camera works only on pages that were opened by https.',
    final: true,
  },
  {
    name: 'the browser has no cameras for pages',
    put: () =>
      void Object.defineProperty(Navigator.prototype, 'mediaDevices', {
        configurable: true,
        value: undefined,
      }),
    words: 'This browser does not let pages use the camera.',
    final: true,
  },
  {
    name: 'an app keeps the camera from its pages',
    put: () => {
      Object.defineProperty(Navigator.prototype, 'mediaDevices', { configurable: true, value: undefined });
      const value = 'Mozilla/5.0 (Linux; Android 14; wv) Instagram 300.0';
      Object.defineProperty(Navigator.prototype, 'userAgent', { configurable: true, value });
    },
    words: 'This page is open inside another app, which keeps the camera from it.',
    final: true,
  },
  {
    name: 'there is no WebAssembly',
    put: () =>
      void Object.defineProperty(globalThis, 'WebAssembly', { configurable: true, value: undefined }),
    words: 'this browser or the site’s policy does not allow WebAssembly',
    final: false,
  },
  {
    name: 'there is no WebGL',
    put: () => {
      HTMLCanvasElement.prototype.getContext = () => null;
    },
    words: 'This browser cannot draw with the graphics card (WebGL)',
    final: true,
  },
  {
    name: 'the device has no camera',
    put: () => {
      Reflect.set(MediaDevices.prototype, 'enumerateDevices', async () => [{ kind: 'audioinput' }]);
    },
    words: 'No camera was found on this device.',
    final: false,
  },
];

/** What the browser may say to the question, by its name in Media Capture and Streams. */
const REFUSALS = [
  ['NotAllowedError', 'denied', 'The camera is not allowed for this page.'],
  ['NotAllowedError', 'prompt', 'The question about the camera was closed.'],
  ['NotReadableError', 'granted', 'Another program is using the camera, or it does not start.'],
  ['SecurityError', 'prompt', 'The site that shows this page does not let it use the camera.'],
] as const;

const INSTRUCTIONS = {
  chromium: 'Press the camera or settings symbol left of the address',
  firefox: 'Press the crossed-out camera left of the address',
  webkit: 'Choose Safari › Settings › Websites › Camera',
} as const;

let service: ServiceProcess;

before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true });
  await setBiometrics(service.url, 'LIVE');
});

after(() => service?.stop());

async function comesToTheCamera(browser: LiveBrowser): Promise<Signer> {
  const signer = new Signer(browser);
  const session = await new Integrator(service.url).createSession(onePagePdf('Contrato'), {
    policy: { profile: 'BIOMETRIC' },
    locale: 'en',
  });
  await signer.open(session.link);
  await signer.seesDocument();
  await signer.accepts();
  await signer.reads('Show that it is you');
  return signer;
}

for (const engine of enginesToTest()) {
  describe(`what keeps a page from the camera: ${engine}`, () => {
    let browser: LiveBrowser;
    let signer: Signer;

    before(async () => {
      browser = await openBrowser(engine);
      signer = await comesToTheCamera(browser);
    });
    beforeEach(async () => {
      await signer.reloads();
      await signer.reads('Show that it is you');
    });
    after(() => browser?.close());

    const starts = () => browser.click({ selector: 'button', text: 'Turn the camera on' });

    /** Whatever it is, there is another device, whoever asked for the signature, and a no. */
    async function hasWaysOn(): Promise<void> {
      await browser.waitFor(offersPhone);
      await signer.reads('ask whoever sent you the link for another way to sign');
      await signer.reads('Decline');
    }

    for (const { name, put, words, final } of BEFORE_ASKING) {
      it(`is named, and leaves a way on: ${name}`, async () => {
        if (name === 'the device has no camera') await browser.evaluate(drawWithoutGraphicsCard);
        await browser.evaluate(put);
        await starts();
        await signer.reads(words);
        await hasWaysOn();
        if (final) await signer.readsNoMore('Try again');
        else await signer.reads('Try again');
      });
    }

    for (const [error, state, words] of REFUSALS) {
      it(`is named, and leaves a way on: ${error}, when asking is ${state}`, async () => {
        await browser.evaluate(drawWithoutGraphicsCard);
        await browser.evaluate(
          given => {
            const refuse = () => Promise.reject(new DOMException('Refused', given.error));
            MediaDevices.prototype.getUserMedia = refuse;
            const status = Object.assign(new EventTarget(), {
              state: given.state,
              name: 'camera',
              onchange: null,
            });
            Object.defineProperty(Permissions.prototype, 'query', {
              configurable: true,
              value: async () => status,
            });
          },
          { error, state },
        );
        await starts();
        await signer.reads(words);
        if (state === 'denied') await signer.reads(INSTRUCTIONS[engine]);
        await hasWaysOn();
      });
    }

    it('is said while the browser does not answer at all, and the signer can stop waiting', async () => {
      await browser.evaluate(drawWithoutGraphicsCard);
      await browser.evaluate(() => {
        MediaDevices.prototype.getUserMedia = () => new Promise(() => undefined);
        // Where there is no WebGL this is known as soon as the landmarker is there: it is not.
        const send = globalThis.fetch.bind(globalThis);
        globalThis.fetch = (input, init) => {
          const { url } = new Request(input, init);
          return url.includes('/liveness/') && !url.includes('/v1/')
            ? new Promise(() => undefined)
            : send(input, init);
        };
      });
      await starts();
      await signer.reads('Allow the camera in the question that your browser shows.');
      await signer.reads('The browser has not answered yet.');
      await signer.reads(INSTRUCTIONS[engine]);
      await browser.click({ selector: 'button', text: 'Stop' });
      await signer.readsNoMore('The browser has not answered yet.');
      await hasWaysOn();
    });

    it('costs no attempt', async () => {
      const steps = await browser.evaluate(() => {
        const element = document.querySelector('sign-session');
        const screen = element?.shadowRoot?.querySelector('.screen');
        return Reflect.get(Object(screen), 'step').attempts;
      });
      assert.equal(steps, 0);
      assert.deepEqual(await browser.policyViolations(), []);
    });
  });
}

describe('a page whose policy keeps the camera', { skip: !enginesToTest().includes('chromium') }, () => {
  it('says so, which only Chromium tells before it asks', async () => {
    const { browser, page } = await openChromium();
    try {
      await page.route('**/s/*', async route => {
        const response = await route.fetch();
        const headers = { ...response.headers(), 'permissions-policy': 'camera=()' };
        return route.fulfill({ response, headers });
      });
      const signer = await comesToTheCamera(browser);
      await browser.click({ selector: 'button', text: 'Turn the camera on' });
      await signer.reads('The site that shows this page does not let it use the camera.');
      await browser.waitFor(offersPhone);
    } finally {
      await browser.close();
    }
  });
});
