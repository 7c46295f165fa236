import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { MountedSession, until } from '../support/mounted-session.ts';
import { CodeFlow } from '../support/scripted-flow.ts';
import { ScriptedService } from '../support/scripted-service.ts';
import { numberedPdf } from '../support/small-pdf.ts';

let service: ScriptedService;
let signer: MountedSession;

/** The part of the document viewer, once it is there. */
const viewer = () =>
  signer.root
    .querySelector('sign-session-document')
    ?.shadowRoot?.querySelector('sign-session-document-viewer');
const dialog = () => viewer()?.shadowRoot?.querySelector('dialog');
const scroller = () => viewer()?.shadowRoot?.querySelector('.scroller');
const view = () => signer.root.querySelector<HTMLElement>('.document-line button');

describe('the document on a narrow card', () => {
  beforeEach(async () => {
    await setViewport({ width: 360, height: 640 });
    const flow = new CodeFlow();
    service = await new ScriptedService().start({ locale: 'en', ...flow.sent('email') });
    service.flow = flow;
    await service.replaceDocument(numberedPdf(5), 5);
    signer = MountedSession.mount(service);
    await signer.shows('otp');
  });

  afterEach(async () => {
    signer.remove();
    service.stop();
    await setViewport({ width: 1280, height: 800 });
  });

  it('is one line while a code is asked for, and opens over the window with its page kept', async () => {
    const button = await until(view, 'the button');
    expect(signer.root.querySelector('.document-line')?.textContent).to.contain('5 pages');
    expect(scroller()?.checkVisibility({ visibilityProperty: true })).to.equal(false);

    button.focus();
    button.click();
    await until(() => dialog()?.matches(':modal'), 'the document over the window');
    expect(scroller()?.checkVisibility({ visibilityProperty: true })).to.equal(true);
    const pages = scroller();
    pages?.scrollTo({ top: 900 });
    await until(() => (pages?.scrollTop ?? 0) > 500, 'another page');
    const position = pages?.scrollTop;

    dialog()?.close();
    await until(() => dialog()?.matches(':modal') === false, 'the step');
    await until(() => signer.root.activeElement === button, 'the focus on the button');
    await until(() => viewer()?.shadowRoot?.querySelector('.back') === null, 'the way back to go');

    button.click();
    await until(() => dialog()?.matches(':modal'), 'the document again');
    expect(scroller()?.scrollTop).to.equal(position);
    dialog()?.close();
  });

  it('counts no page as seen that is folded away', async () => {
    let seen = 0;
    signer.root
      .querySelector('sign-session-document')
      ?.addEventListener('document-viewed', ({ pages }) => (seen = pages.size));
    const button = await until(view, 'the button');
    // Longer than a page must be visible to count.
    const start = performance.now();
    await until(() => performance.now() - start > 1500, 'a moment');
    expect(seen).to.equal(0);
    button.click();
    await until(() => seen > 0, 'a page that is seen');
    dialog()?.close();
  });
});
