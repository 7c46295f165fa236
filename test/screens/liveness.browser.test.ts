import { expect } from '@open-wc/testing';
import { IntentEvent } from '../../src/screens/screen.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { blankStream, CameraStandIn, hasWebGl, refusing } from '../support/camera-stand-in.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { json, ScriptedService, type Answer } from '../support/scripted-service.ts';

const STEP = { stepId: 'st_1', type: 'BIOMETRIC_LIVENESS', status: 'PENDING', order: 1, attempts: 0 };

const session = (mode: string, more: object = {}) => ({
  locale: 'en',
  environment: 'production',
  biometrics: { mode },
  steps: [STEP],
  ...more,
});

/** What the service answers to `start_liveness`. */
const started =
  (mode: string, more: object = {}): Answer =>
  () =>
    json({
      sessionId: 'ss_test',
      status: 'ACTIVE',
      livenessSessionId: 'liv_1',
      liveness: {
        mode,
        nonce: 'n_1',
        actions: ['CENTER'],
        maxFrames: 8,
        maxFrameBytes: 500_000,
        maxSeconds: 60,
      },
      ...more,
    });

describe('the camera step', function () {
  let service: ScriptedService;
  let signer: MountedSession;
  let cameras: CameraStandIn | undefined;
  const getContext = Reflect.get(HTMLCanvasElement.prototype, 'getContext');

  afterEach(() => {
    signer?.remove();
    service?.stop();
    cameras?.restore();
    cameras = undefined;
    Reflect.set(HTMLCanvasElement.prototype, 'getContext', getContext);
  });

  async function open(wire: object): Promise<void> {
    service = await new ScriptedService().start({ document: null, ...wire });
    signer = MountedSession.mount(service);
    await signer.shows('liveness');
  }

  const advances = () =>
    service.requests.filter(({ route }) => route === 'POST advance').map(({ body }) => body);

  const completed: Answer = () => {
    service.complete();
    return json({ sessionId: 'ss_test', status: 'COMPLETED', session: service.session });
  };

  it('says that a simulated check is one, needs no camera, and completes it', async () => {
    cameras = new CameraStandIn([refusing('NotAllowedError')]);
    await open(session('SIMULATED'));
    await signer.says('No camera is used.');
    for (const words of ['Turn the camera on', 'more time', 'aloud', 'Options', 'Continue on your phone']) {
      expect(signer.text).not.to.include(words);
    }
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    service.script('POST advance', started('SIMULATED'), completed);
    signer.control('Simulate the check').click();
    await signer.says('Document signed');
    const [start, completion] = advances();
    expect(start).to.deep.equal({ action: 'start_liveness', capabilities: { camera: true } });
    expect(completion?.['livenessSessionId']).to.equal('liv_1');
    expect(Object(completion?.['liveness'])['nonce']).to.equal('n_1');
    expect(cameras.asked).to.deep.equal([]);
  });

  it('opens no camera for a simulated check that was left, whatever the service answers then', async () => {
    cameras = new CameraStandIn([async () => blankStream()]);
    await open(session('SIMULATED'));
    let answer: (() => void) | undefined;
    service.script('POST advance', async request => {
      await new Promise<void>(resolve => (answer = resolve));
      return started('LIVE')(request);
    });
    signer.control('Simulate the check').click();
    await until(() => answer, 'the question to the service');
    signer.control('Decline').click();
    await signer.shows('decline');
    answer?.();
    // There is no way back while the attempt is under way.
    await until(() => {
      if (signer.screen?.localName === 'sign-session-liveness') return true;
      signer.control('Go back without declining').click();
      return false;
    }, 'the end of the attempt');
    expect(cameras.asked).to.deep.equal([]);
    expect(advances().length).to.equal(1);
  });

  it('takes a sandbox that does not say for a simulated one', async () => {
    await open({ locale: 'en', environment: 'sandbox', steps: [STEP] });
    await signer.says('the check is simulated');
  });

  it('explains before anything is asked, and asks only when the signer presses the button', async () => {
    cameras = new CameraStandIn([refusing('NotAllowedError')]);
    await open(session('LIVE'));
    await signer.says('When the browser asks, allow the camera.');
    expect(cameras.asked).to.deep.equal([]);
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    expect(signer.text).to.include('ask whoever sent you the link for another way to sign');
  });

  /** The only heading that is not hidden. */
  const heading = () => signer.screen?.shadowRoot?.querySelector('h2');
  const focused = () => signer.screen?.shadowRoot?.activeElement;
  const primary = () => signer.screen?.shadowRoot?.querySelector('.actions .primary')?.textContent?.trim();

  async function waitForStart(words: string): Promise<void> {
    await until(() => signer.control(words).ariaDisabled !== 'true', `“${words}”`);
  }

  it('has a refusal take the place of the introduction, with what to do in this browser', async function () {
    if (!hasWebGl()) return this.skip();
    const { permissions } = navigator;
    const denied = { query: async () => ({ state: 'denied' }) };
    Object.defineProperty(navigator, 'permissions', { configurable: true, value: denied });
    cameras = new CameraStandIn([refusing('NotAllowedError'), refusing('NotReadableError')]);
    try {
      await open(session('LIVE'));
      signer.control('Turn the camera on').focus();
      signer.control('Turn the camera on').click();
      await signer.says('The camera is blocked');
    } finally {
      Object.defineProperty(navigator, 'permissions', { configurable: true, value: permissions });
    }
    expect(signer.text).not.to.include('No video is recorded');
    expect(heading()?.textContent).to.equal('The camera is blocked');
    await until(() => focused() === heading(), 'the focus on the reason');
    expect([...(signer.screen?.shadowRoot?.querySelectorAll('ol li') ?? [])].length).to.be.above(1);
    expect(primary()).to.equal('Try again');
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    await waitForStart('Try again');
    signer.control('Try again').click();
    await signer.says('The camera did not start');
    expect(cameras.asked.length).to.equal(2);
    // Nothing was begun at the service: no attempt is lost.
    expect(advances()).to.deep.equal([]);
    expect(signer.events.some(event => event.startsWith('sign-error'))).to.equal(false);
  });

  it('says that there is no WebGL or no camera, and has a phone as the way on', async function () {
    await open(session('LIVE'));
    Reflect.set(HTMLCanvasElement.prototype, 'getContext', () => null);
    signer.control('Turn the camera on').click();
    await signer.says('(WebGL)');
    expect(() => signer.control('Try again')).to.throw();
    expect(primary()).to.equal('Continue on your phone');
    Reflect.set(HTMLCanvasElement.prototype, 'getContext', getContext);
    signer.remove();
    service.stop();
    if (!hasWebGl()) return;
    cameras = new CameraStandIn([], []);
    navigator.mediaDevices.enumerateDevices = async () => [
      { kind: 'audioinput', deviceId: '', groupId: '', label: '', toJSON: () => ({}) },
    ];
    await open(session('LIVE'));
    signer.control('Turn the camera on').click();
    await signer.says('No camera was found');
    expect(primary()).to.equal('Continue on your phone');
    signer.control('Try again');
  });

  it('has the code for a phone take the place of the step, with the focus, and leads back', async () => {
    await open(session('LIVE', { hostedUrl: 'https://service.test/s/ss_test' }));
    signer.control('Continue on your phone').click();
    const part = await until(
      () => signer.screen?.shadowRoot?.querySelector('sign-session-handover')?.shadowRoot,
      'the code',
    );
    await until(() => part.querySelector('svg.qr'), 'the QR code');
    expect(heading()?.textContent).to.equal('Continue on your phone');
    expect(focused()).to.equal(heading());
    expect(signer.text).not.to.include('Turn the camera on');
    expect(service.count('POST handover')).to.equal(1);
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    signer.control('Back to this device').click();
    await signer.says('Turn the camera on');
    signer.control('Continue on your phone').click();
    await until(() => signer.screen?.shadowRoot?.querySelector('sign-session-handover'), 'the code again');
    expect(service.count('POST handover'), 'the link still works').to.equal(1);
  });

  it('turns the camera off before the signer continues on a phone', async function () {
    if (!hasWebGl()) return this.skip();
    cameras = new CameraStandIn([async () => blankStream()]);
    await open(session('LIVE', { hostedUrl: 'https://service.test/s/ss_test' }));
    signer.control('Turn the camera on').click();
    const { given } = cameras;
    await until(() => given.length === 1, 'the camera');
    signer.control('Continue on your phone').click();
    await until(() => cameras?.off, 'the camera to go off');
    await until(() => service.count('POST handover') === 1, 'the link');
  });

  it('is not continued on a phone by somebody who holds one', async () => {
    const { matchMedia } = globalThis;
    // Everything matches: also what a phone is known by.
    globalThis.matchMedia = () => matchMedia('all');
    try {
      await open(session('LIVE'));
      expect(signer.text).not.to.include('Continue on your phone');
    } finally {
      globalThis.matchMedia = matchMedia;
    }
  });

  it('offers the cameras once one was allowed, and keeps the choice for the session', async function () {
    if (!hasWebGl()) return this.skip();
    cameras = new CameraStandIn(
      [async () => blankStream()],
      ['Back camera', 'FaceTime HD Camera', 'OBS Virtual'],
    );
    await open(session('LIVE'));
    const choice = () => signer.screen?.shadowRoot?.querySelector<HTMLSelectElement>('#camera');
    expect(choice() ?? null, 'before one was allowed they have no names').to.equal(null);
    signer.control('Turn the camera on').click();
    const select = await until(choice, 'the cameras', 10_000);
    const names = [...select.options].map(({ text }) => text.trim());
    expect(names).to.deep.equal(['FaceTime HD Camera', 'Back camera', 'OBS Virtual']);
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    select.value = 'camera-0';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => cameras?.off, 'the first camera to go off');
    for (const attempt of [2, 3]) {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      await signer.says('Turn the camera on');
      // oxlint-disable-next-line no-await-in-loop
      await waitForStart('Turn the camera on');
      signer.control('Turn the camera on').click();
      const { asked } = cameras;
      // oxlint-disable-next-line no-await-in-loop
      await until(() => asked.length === attempt, 'the question', 10_000);
      expect(JSON.stringify(asked.at(-1)?.video)).to.contain('"deviceId":{"exact":"camera-0"}');
      signer.control('Stop').click();
    }
  });

  it('reads the hints aloud only when the signer wants it, in their language, and stops with the step', async function () {
    if (!hasWebGl()) return this.skip();
    const speech = Object.getOwnPropertyDescriptor(globalThis, 'speechSynthesis');
    const utterance = Object.getOwnPropertyDescriptor(globalThis, 'SpeechSynthesisUtterance');
    const said: string[] = [];
    const speak = ({ text, lang }: SpeechSynthesisUtterance) => said.push(`${lang}: ${text}`);
    const cancel = () => said.push('silence');
    Object.defineProperty(globalThis, 'speechSynthesis', { configurable: true, value: { speak, cancel } });
    const Utterance = class {
      lang = '';
      constructor(readonly text: string) {}
    };
    Object.defineProperty(globalThis, 'SpeechSynthesisUtterance', { configurable: true, value: Utterance });
    try {
      cameras = new CameraStandIn([() => new Promise(() => undefined)]);
      await open(session('LIVE'));
      signer.control('Turn the camera on').click();
      await signer.says('Choose “Allow” when your browser asks.');
      expect(said, 'off by default').to.deep.equal([]);
      signer.control('Read the instructions aloud').click();
      const hint = 'en: Choose “Allow” when your browser asks.';
      await until(() => said.includes(hint), 'the hint to be read');
      said.length = 0;
      signer.remove();
      expect(said).to.deep.equal(['silence']);
    } finally {
      if (speech !== undefined) Object.defineProperty(globalThis, 'speechSynthesis', speech);
      else Reflect.deleteProperty(globalThis, 'speechSynthesis');
      if (utterance !== undefined) Object.defineProperty(globalThis, 'SpeechSynthesisUtterance', utterance);
      else Reflect.deleteProperty(globalThis, 'SpeechSynthesisUtterance');
    }
  });

  for (const [way, leave] of [
    ['the element is removed', () => signer.remove()],
    [
      'the decline screen covers it',
      () => signer.screen?.dispatchEvent(new IntentEvent({ kind: 'openDecline' })),
    ],
    ['the signer stops', () => signer.control('Stop').click()],
    ['the page is hidden', () => dispatchEvent(new Event('pagehide'))],
  ] as const) {
    it(`turns the camera off when ${way}`, async function () {
      if (!hasWebGl()) return this.skip();
      cameras = new CameraStandIn([async () => blankStream()]);
      await open(session('LIVE'));
      signer.control('Turn the camera on').click();
      const { given } = cameras;
      await until(() => given.length === 1, 'the camera');
      leave();
      await until(() => cameras?.off, 'the camera to go off');
      expect(advances()).to.deep.equal([]);
      if (way !== 'the signer stops') return;
      // What is still loading keeps nobody from starting again.
      await until(() => signer.control('Turn the camera on').ariaDisabled !== 'true', 'the way back');
    });
  }

  it('leads to another page where the service has one for it, and says so where it has none', async () => {
    for (const [more, words] of [
      [
        { liveness: undefined, hostedUrl: 'https://provider.example/check' },
        'This check is done on another page.',
      ],
      [{ liveness: undefined, hostedUrl: 'javascript:alert(1)' }, 'This check cannot be done here.'],
    ] as const) {
      await open(session('SIMULATED'));
      service.script('POST advance', started('SIMULATED', more));
      signer.control('Simulate the check').click();
      await signer.says(words);
      expect(signer.text.includes('Open the page')).to.equal(words.endsWith('another page.'));
      signer.remove();
      service.stop();
    }
  });

  it('loads what it needs while the signer reads, unless nothing is to be seen or each byte may cost', async () => {
    const loaded: string[] = [];
    const steps = [{ stepId: 'st_0', type: 'CLICK_ACCEPT', status: 'PENDING', order: 0, attempts: 0 }, STEP];
    const connection = Object.getOwnPropertyDescriptor(Navigator.prototype, 'connection');
    const opens = async (mode: string, saveData: boolean) => {
      Object.defineProperty(Navigator.prototype, 'connection', { configurable: true, value: { saveData } });
      service = await new ScriptedService().start(session(mode, { document: null, steps }));
      const answer = globalThis.fetch;
      globalThis.fetch = (input, init) => {
        loaded.push(new Request(input, init).url);
        return answer(input, init);
      };
      signer = MountedSession.mount(service);
      await signer.shows('accept');
      await signer.hears('sign-ready');
    };
    const model = () => loaded.some(url => url.endsWith('face_landmarker.task'));
    try {
      for (const [mode, saveData] of [
        ['SIMULATED', false],
        ['LIVE', true],
      ] as const) {
        await opens(mode, saveData);
        // Its room is there: what it would load ahead it would have begun to.
        await until(() => customElements.get('sign-session-liveness'), 'the room');
        await signer.element.updateComplete;
        expect(model(), mode).to.equal(false);
        signer.remove();
        service.stop();
      }
      await opens('LIVE', false);
      await until(model, 'the model');
    } finally {
      if (connection === undefined) Reflect.deleteProperty(Navigator.prototype, 'connection');
      else Object.defineProperty(Navigator.prototype, 'connection', connection);
    }
  });

  for (const [saveData, what] of [
    [false, 'loads what it needs with its first lines where the connection is metered'],
    [true, 'loads nothing before it is started where the signer saves data'],
  ] as const) {
    it(what, async () => {
      const connection = Object.getOwnPropertyDescriptor(Navigator.prototype, 'connection');
      const value = { type: 'cellular', saveData };
      Object.defineProperty(Navigator.prototype, 'connection', { configurable: true, value });
      const loaded: string[] = [];
      service = await new ScriptedService().start(session('LIVE', { document: null }));
      const answer = globalThis.fetch;
      globalThis.fetch = (input, init) => {
        loaded.push(new Request(input, init).url);
        return answer(input, init);
      };
      const model = () => loaded.some(url => url.endsWith('face_landmarker.task'));
      try {
        signer = MountedSession.mount(service);
        await signer.shows('liveness');
        if (saveData) expect(model()).to.equal(false);
        else await until(model, 'the model');
      } finally {
        if (connection === undefined) Reflect.deleteProperty(Navigator.prototype, 'connection');
        else Object.defineProperty(Navigator.prototype, 'connection', connection);
      }
    });
  }

  for (const [error, words, helps] of [
    ['liveness-failed', 'We could not confirm that it is you', true],
    ['match-failed', 'Your face was not recognised', true],
    ['identity-mismatch', 'Your details do not match', false],
    ['something-newer', 'We could not confirm that it is you', true],
  ] as const) {
    it(`says what the service found, and what helps: ${error}`, async () => {
      await open(session('LIVE', { steps: [{ ...STEP, attempts: 1, error }] }));
      await signer.says(words);
      expect(signer.text).to.include('You have 2 attempts left.');
      expect(signer.text.includes('Take off glasses')).to.equal(helps);
      expect(signer.text.includes('Ask whoever sent you the link to check')).to.equal(!helps);
      expect(primary() === 'Try again', 'another selfie is the way on').to.equal(helps);
      signer.control('Try again');
      expect(signer.text).not.to.include('When the browser asks');
      expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    });
  }

  it('tells a rejection at once, without what only a camera needs where there is none', async () => {
    await open(session('SIMULATED'));
    service.script('POST advance', started('SIMULATED'), () => {
      service.change({ steps: [{ ...STEP, attempts: 1, error: 'liveness-failed' }] });
      return json({ sessionId: 'ss_test', status: 'ACTIVE', session: service.session });
    });
    signer.control('Simulate the check').click();
    await signer.says('We could not confirm that it is you');
    expect(signer.text).not.to.include('glasses');
  });
});
