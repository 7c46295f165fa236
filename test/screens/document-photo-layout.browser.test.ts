import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { CameraStandIn } from '../support/camera-stand-in.ts';
import { looking, PHOTO_STEP } from '../support/document-sheet.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { ScriptedService } from '../support/scripted-service.ts';

function hasShape(element: HTMLElement, ratio: number): void {
  const { width, height } = element.getBoundingClientRect();
  expect(width / height).to.be.closeTo(ratio, 0.02);
}

describe('the picture of a document', () => {
  let service: ScriptedService;
  let signer: MountedSession;
  let cameras: CameraStandIn | undefined;

  afterEach(() => {
    signer?.remove();
    service?.stop();
    cameras?.restore();
    cameras = undefined;
  });

  after(() => setViewport({ width: 800, height: 600 }));

  const part = (selector: string): HTMLElement => {
    const found = signer.screen?.shadowRoot?.querySelector<HTMLElement>(selector);
    if (found == null) throw new Error(`no ${selector}`);
    return found;
  };

  /** As a finger does, which takes no focus along, on what is in sight. */
  function tap(words: string): void {
    const control = signer.control(words);
    control.scrollIntoView({ block: 'nearest' });
    control.click();
  }

  /** Asserts that all of it can be seen: in the window, and in the panel that scrolls by itself where there is room. */
  function isInSight(element: HTMLElement, what: string): void {
    const { top, bottom } = element.getBoundingClientRect();
    const panel = signer.root.querySelector('.panel')?.getBoundingClientRect();
    expect(top, `${what}: top`).to.be.at.least(Math.max(0, panel?.top ?? 0) - 1);
    expect(bottom, `${what}: bottom`).to.be.at.most(Math.min(innerHeight, panel?.bottom ?? 0) + 1);
  }

  for (const [width, height] of [
    [1280, 800],
    [1280, 720],
    [768, 1024],
    [360, 740],
    [740, 360],
  ] as const) {
    for (const [shape, look] of [
      ['16:9', { width: 1280, height: 720 }],
      ['3:4', { width: 960, height: 1280 }],
    ] as const) {
      it(`is seen whole with what is to be pressed, in its shape: ${shape} at ${width} × ${height}`, async () => {
        await setViewport({ width, height });
        cameras = new CameraStandIn([looking(look)], ['Back camera']);
        service = await new ScriptedService().start({ locale: 'en', sandbox: true, steps: [PHOTO_STEP] });
        signer = MountedSession.mount(service);
        await signer.shows('document-photo');
        await signer.hears('sign-ready');
        const ratio = look.width / look.height;

        tap('Use the camera');
        await signer.says('Take the photo');
        isInSight(signer.control('Take the photo'), 'the shutter');
        isInSight(part('video'), 'what the camera sees');
        hasShape(part('video'), ratio);
        const [video, frame] = [
          part('video').getBoundingClientRect(),
          part('.frame').getBoundingClientRect(),
        ];
        expect(frame.top, 'the frame: top').to.be.above(video.top);
        expect(frame.bottom, 'the frame: bottom').to.be.below(video.bottom);
        expect(frame.left, 'the frame: left').to.be.above(video.left);
        expect(frame.right, 'the frame: right').to.be.below(video.right);

        tap('Take the photo');
        await until(() => signer.screen?.shadowRoot?.querySelector('canvas'), 'the photo');
        isInSight(signer.control('Send the photo'), 'the way to send it');
        isInSight(part('canvas'), 'the photo');
        hasShape(part('canvas'), ratio);
        const photo = part('canvas').getBoundingClientRect();
        expect(photo.height, 'as large as it was').to.be.closeTo(video.height, 1);
      });
    }
  }
});
