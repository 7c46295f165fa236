import { expect } from '@open-wc/testing';
import { CameraStandIn, refusing } from '../support/camera-stand-in.ts';
import { chooseFile, fileOf, looking, PHOTO_STEP, sheet } from '../support/document-sheet.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { pressKeys } from '../support/runner-page.ts';
import { json, ScriptedService } from '../support/scripted-service.ts';

const DENIED = 'The camera is blocked for this page.';
const LOST = 'The camera was turned off.';
const OPENING = 'Choose “Allow” when your browser asks.';

/** A camera that looks at a sheet once `allow` is called. */
function asking(): { camera: typeof navigator.mediaDevices.getUserMedia; allow: () => void } {
  let allow: (() => void) | undefined;
  const allowed = new Promise<void>(resolve => {
    allow = resolve;
  });
  return { camera: () => allowed.then(looking()), allow: () => allow?.() };
}

describe('the focus, while a document is photographed', () => {
  let service: ScriptedService;
  let signer: MountedSession;
  let cameras: CameraStandIn | undefined;
  let aside: HTMLButtonElement;
  /** Every time that the focus was nowhere. */
  let losses: number;

  const watch = () => {
    // Between two controls the browser itself may have none; by the next task one has it.
    setTimeout(() => document.activeElement === document.body && losses++);
  };

  beforeEach(() => {
    losses = 0;
    aside = Object.assign(document.createElement('button'), { textContent: 'Of the page around' });
    document.body.append(aside);
  });

  afterEach(() => {
    signer?.element.removeEventListener('focusout', watch);
    signer?.remove();
    service?.stop();
    cameras?.restore();
    cameras = undefined;
    aside.remove();
  });

  async function open(...answers: ConstructorParameters<typeof CameraStandIn>[0]): Promise<void> {
    cameras = new CameraStandIn(answers, ['Back camera']);
    service = await new ScriptedService().start({ locale: 'en', document: null, steps: [PHOTO_STEP] });
    signer = MountedSession.mount(service);
    signer.element.addEventListener('focusout', watch);
    await signer.shows('document-photo');
  }

  const root = (): ShadowRoot => {
    const shadowRoot = signer.screen?.shadowRoot;
    if (shadowRoot == null) throw new Error('no screen');
    return shadowRoot;
  };

  /** What has the focus in the step, by its name or its words. */
  function focused(): string {
    const { activeElement: element } = root();
    if (element === null) return `nothing in the step (${document.activeElement?.localName})`;
    const labels = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return (element.ariaLabel ?? labels ?? element.textContent).replaceAll(/\s+/g, ' ').trim();
  }

  async function press(words: string): Promise<void> {
    const control = await until(() => {
      try {
        return signer.control(words);
      } catch {
        return undefined;
      }
    }, words);
    control.focus();
    expect(focused(), 'the control to be pressed').to.equal(words);
    await pressKeys('Enter');
  }

  /** Waits for the focus, and that it was never lost. */
  async function goesTo(words: string): Promise<void> {
    await until(() => focused().startsWith(words), `the focus on “${words}”`).catch(() => {
      throw new Error(`Waited for the focus on “${words}”; it is on “${focused()}”: ${signer.text}`);
    });
    expect(losses, 'times without focus').to.equal(0);
  }

  const picture = () => until(() => (root().querySelector('video')?.videoWidth ?? 0) > 0, 'a picture');

  it('goes from the camera to the shutter, to the photo, and back to the shutter', async () => {
    const [first, second] = [asking(), asking()];
    await open(first.camera, second.camera);
    await press('Use the camera');
    await goesTo(OPENING);
    first.allow();
    await goesTo('Take the photo');
    await picture();
    await pressKeys('Enter');
    await goesTo('Your photo');
    await pressKeys('Tab');
    await goesTo('Send the photo');
    await press('Take another photo');
    await goesTo(OPENING);
    second.allow();
    await goesTo('Take the photo');
  });

  it('does not send with a key that is still held down, and says what is wrong with the photo', async () => {
    await open(looking({ paper: 30 }));
    await press('Use the camera');
    await goesTo('Take the photo');
    await picture();
    await pressKeys('Enter');
    await goesTo('Your photo');
    await pressKeys('Enter');
    expect(service.requests.filter(({ route }) => route === 'POST advance')).to.deep.equal([]);
    const flaw = root().activeElement?.getAttribute('aria-describedby');
    expect(root().querySelector(`#${flaw}`)?.textContent).to.contain('The photo is dark.');
  });

  it('goes to the shutter with the other camera, and to the ways when it is turned off', async () => {
    const other = asking();
    await open(looking(), other.camera);
    await press('Use the camera');
    await goesTo('Take the photo');
    await press('Use the front camera');
    await goesTo(OPENING);
    other.allow();
    await goesTo('Take the photo');
    await press('Turn the camera off');
    await goesTo('Use the camera');
  });

  it('goes to what is wrong with the camera, and from there to a way round it', async () => {
    await open(refusing('NotAllowedError'));
    await press('Use the camera');
    await goesTo(DENIED);
    await pressKeys('Tab');
    await goesTo('Use the camera');
    await pressKeys('Tab');
    await goesTo('Choose a photo');
  });

  it('goes to what is wrong when the camera is lost under the shutter', async () => {
    let stream: MediaStream | undefined;
    await open(async () => (stream = await looking()()));
    await press('Use the camera');
    await goesTo('Take the photo');
    for (const track of stream?.getTracks() ?? []) {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
    await goesTo(LOST);
  });

  it('goes from the choice of a file to the photo, and back to the ways', async () => {
    await open();
    root().querySelector<HTMLElement>('input[type=file]')?.focus();
    chooseFile(root(), new File(['<svg onload=alert(1)>'], 'photo.jpg', { type: 'image/jpeg' }));
    await signer.says('This browser cannot open this file as a photo.');
    await goesTo('Choose a photo');
    chooseFile(root(), await fileOf(sheet()));
    await goesTo('Your photo');
    await press('Take another photo');
    await goesTo('Use the camera');
  });

  it('goes to what the service said of the person, and stays with a photo that has to be sent again', async () => {
    await open(looking());
    chooseFile(root(), await fileOf(sheet()));
    service.script(
      'POST advance',
      () => json({ error: 'INVALID', code: 'INVALID', message: 'No.' }, 422),
      () => {
        const steps = [{ ...PHOTO_STEP, attempts: 1, error: 'photo-mismatch' }];
        service.session = { ...service.session, steps };
        return json({ sessionId: 'ss_test', status: 'ACTIVE', session: service.session });
      },
    );
    await press('Send the photo');
    await signer.says('The service did not accept the photo.');
    await goesTo('Send the photo');
    await pressKeys('Enter');
    await goesTo('The face on the document does not match yours.');
    await press('Use the camera');
    await goesTo('Take the photo');
    expect(signer.text).not.to.contain('The face on the document does not match yours.');
  });

  it('stays where the signer has put it meanwhile: in the step, and outside of it', async () => {
    const [first, second] = [asking(), asking()];
    await open(first.camera, second.camera);
    await press('Use the camera');
    await goesTo(OPENING);
    root().querySelector('h2')?.focus();
    first.allow();
    await signer.says('Take the photo');
    await picture();
    expect(root().activeElement?.localName).to.equal('h2');
    signer.control('Take the photo').click();
    await signer.says('Send the photo');
    expect(root().activeElement?.localName).to.equal('h2');
    aside.focus();
    signer.control('Take another photo').click();
    await signer.says(OPENING);
    second.allow();
    await signer.says('Take the photo');
    expect(document.activeElement).to.equal(aside);
  });
});
