import { expect } from '@open-wc/testing';
import { IntentEvent } from '../../src/screens/screen.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { CameraStandIn, refusing } from '../support/camera-stand-in.ts';
import { chooseFile, fileOf, looking, PHOTO_STEP as STEP, sheet } from '../support/document-sheet.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { json, ScriptedService, type Answer } from '../support/scripted-service.ts';

async function sizeOf(base64: unknown): Promise<readonly [number, number]> {
  const bytes = Uint8Array.from(atob(String(base64)), character => character.charCodeAt(0));
  expect([...bytes.subarray(0, 2)]).to.deep.equal([0xff, 0xd8]);
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
  return [bitmap.width, bitmap.height];
}

describe('the photo of an identity document', () => {
  let service: ScriptedService;
  let signer: MountedSession;
  let cameras: CameraStandIn | undefined;

  afterEach(() => {
    signer?.remove();
    service?.stop();
    cameras?.restore();
    cameras = undefined;
  });

  async function open(wire: object = {}): Promise<void> {
    service = await new ScriptedService().start({ locale: 'en', document: null, steps: [STEP], ...wire });
    signer = MountedSession.mount(service);
    await signer.shows('document-photo');
  }

  const root = (): ShadowRoot => {
    const { screen } = signer;
    if (screen?.shadowRoot == null) throw new Error('no screen');
    return screen.shadowRoot;
  };

  const choose = (file: File): void => chooseFile(root(), file);

  const submissions = () =>
    service.requests.filter(({ route }) => route === 'POST advance').map(({ body }) => body);

  const completed: Answer = () => {
    service.complete();
    return json({ sessionId: 'ss_test', status: 'COMPLETED', session: service.session });
  };

  it('is chosen from a file, looked at, and sent as a JPEG of a sensible size', async function () {
    await open();
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    const select = root().querySelector('select');
    if (select === null) throw new Error('no choice of documents');
    select.value = 'CNH';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    choose(await fileOf(sheet({ width: 2400, height: 1800 })));
    await until(() => root().querySelector('canvas'), 'the photo');
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    expect(submissions(), 'nothing is sent before the signer says so').to.deep.equal([]);
    service.script('POST advance', completed);
    signer.control('Send the photo').click();
    await signer.says('Document signed');
    const [body] = submissions();
    expect(body?.['action']).to.equal('submit_document_photo');
    expect(body?.['documentType']).to.equal('CNH');
    expect(await sizeOf(body?.['documentImage'])).to.deep.equal([2000, 1500]);
  });

  it('is taken with the rear camera, which goes off with the photo', async () => {
    cameras = new CameraStandIn([looking()], ['Back camera']);
    await open();
    signer.control('Use the camera').click();
    await signer.says('Put the document inside the frame.');
    expect(JSON.stringify(cameras.asked[0])).to.contain('environment');
    await until(() => (root().querySelector('video')?.videoWidth ?? 0) > 0, 'a picture');
    signer.control('Take the photo').click();
    await until(() => root().querySelector('canvas'), 'the photo');
    expect(cameras.off, 'the camera is off').to.equal(true);
    await signer.says('Is the photo good?');
    await signer.says('Is it sharp and easy to read?');
    service.script('POST advance', completed);
    signer.control('Send the photo').click();
    await signer.says('Document signed');
  });

  it('turns the camera off when the signer declines, or the element goes', async () => {
    cameras = new CameraStandIn([looking()], ['Back camera']);
    await open();
    signer.control('Use the camera').click();
    await signer.says('Put the document inside the frame.');
    signer.screen?.dispatchEvent(new IntentEvent({ kind: 'openDecline' }));
    await signer.shows('decline');
    const { given } = cameras;
    await until(() => given.length > 0 && cameras?.off, 'the camera to be off');
  });

  it('says that the camera went off when its pictures can not be taken', async () => {
    cameras = new CameraStandIn([looking()], ['Back camera']);
    await open();
    const take = globalThis.createImageBitmap;
    globalThis.createImageBitmap = () => Promise.reject(new DOMException('Broken', 'InvalidStateError'));
    try {
      signer.control('Use the camera').click();
      await signer.says('The camera was turned off. Turn it on again, or choose a photo.');
    } finally {
      globalThis.createImageBitmap = take;
    }
    expect(cameras.off, 'the camera is off').to.equal(true);
    signer.control('Use the camera');
  });

  it('leads to a phone or a file where the camera is absent', async () => {
    cameras = new CameraStandIn([refusing('NotFoundError')], []);
    await open();
    signer.control('Use the camera').click();
    await signer.says('The camera cannot be used here. Choose a photo from this device instead.');
    signer.control('Choose a photo');
    expect(root().querySelector('.actions .primary')?.textContent?.trim()).to.equal('Continue on your phone');
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
  });

  it('has the code for a phone take the place of the step, with the focus, and leads back', async () => {
    await open({ hostedUrl: 'https://service.test/s/ss_test' });
    signer.control('Continue on your phone').click();
    const part = await until(() => root().querySelector('sign-session-handover')?.shadowRoot, 'the code');
    await until(() => part.querySelector('svg.qr'), 'the QR code');
    expect(root().activeElement?.textContent).to.equal('Continue on your phone');
    expect(root().querySelector('input[type=file]')).to.equal(null);
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    signer.control('Back to this device').click();
    await until(() => root().querySelector('input[type=file]'), 'the step again');
  });

  it('says what makes a photo hard to read, and lets it be sent', async function () {
    await open();
    for (const [look, hint] of [
      [{ paper: 30 }, 'The photo is dark.'],
      [{ paper: 250, print: false }, 'The photo is too bright.'],
      [{ paper: 150, print: false }, 'The photo is blurred.'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one photo after the other
      choose(await fileOf(sheet(look)));
      // oxlint-disable-next-line no-await-in-loop
      await signer.says(hint);
      signer.control('Send the photo');
      signer.control('Take another photo').click();
      // oxlint-disable-next-line no-await-in-loop
      await until(() => root().querySelector('input[type=file]'), 'another choice');
    }
  });

  it('refuses what is no picture or too small, in words, and sends nothing', async () => {
    await open();
    choose(new File(['<svg onload=alert(1)>'], 'photo.jpg', { type: 'image/jpeg' }));
    await signer.says('This browser cannot open this file as a photo.');
    choose(await fileOf(sheet({ width: 200, height: 200 })));
    await signer.says('This photo is too small to be read.');
    expect(submissions()).to.deep.equal([]);
  });

  it('says that the person was not recognised, how many tries are left, and asks for another photo', async () => {
    await open();
    choose(await fileOf(sheet()));
    await until(() => root().querySelector('canvas'), 'the photo');
    service.script('POST advance', () => {
      const steps = [{ ...STEP, attempts: 1, error: 'photo-mismatch' }];
      service.session = { ...service.session, steps };
      return json({ sessionId: 'ss_test', status: 'ACTIVE', session: service.session });
    });
    signer.control('Send the photo').click();
    await signer.says('The face on the document does not match yours.');
    await signer.says('You have 2 attempts left.');
    expect(root().querySelector('canvas')).to.equal(null);
  });
});
