import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { SignSession } from '../../src/index.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService;
let signer: MountedSession;
const opener = document.createElement('button');

function modal(): HTMLDialogElement {
  const dialog = signer.root.querySelector<HTMLDialogElement>('dialog.modal');
  if (dialog === null) throw new Error('There is no dialog');
  return dialog;
}

async function mount(
  overrides: Record<string, unknown> = {},
  properties: Partial<SignSession> = {},
): Promise<void> {
  service = await new ScriptedService().start({ locale: 'en', ...overrides });
  signer = MountedSession.mount(service, { display: 'dialog', ...properties });
  await signer.element.updateComplete;
}

const isClosed = () =>
  signer.root.querySelector('dialog.modal[open]') === null && signer.root.querySelector('.frame') === null;

describe('display="dialog"', () => {
  beforeEach(() => {
    opener.textContent = 'Sign';
    document.body.prepend(opener);
    opener.focus();
  });

  afterEach(async () => {
    signer.remove();
    service.stop();
    opener.remove();
    await setViewport({ width: 1280, height: 800 });
  });

  it('shows nothing before show(), but the session is there already', async () => {
    await mount();
    await until(() => service.count('GET session') === 1, 'the session');
    expect(isClosed()).to.equal(true);
    expect(signer.element.getBoundingClientRect().height).to.equal(0);
  });

  it('signs over the page, which stays as it was', async () => {
    await mount();
    const { body, documentElement: root } = document;
    const before = [body.getAttribute('style'), body.className, root.getAttribute('style'), root.className];
    await signer.element.show();
    expect(modal().matches(':modal')).to.equal(true);
    await signer.readyToSign();
    signer.submit();
    await signer.shows('outcome');
    await signer.hears('sign-completed');
    const after = [body.getAttribute('style'), body.className, root.getAttribute('style'), root.className];
    expect(after).to.deep.equal(before);
  });

  it('takes the focus, and gives it back', async () => {
    await mount();
    await signer.element.show();
    await signer.shows('accept');
    await until(
      () => signer.screen?.shadowRoot?.activeElement?.localName === 'h2',
      'the focus on the heading',
    );
    signer.element.close();
    await until(isClosed, 'the dialog to close');
    expect(document.activeElement).to.equal(opener);
  });

  it('closes by its button and by Escape, each time it is opened, unless the page says no', async () => {
    await mount({}, { appearance: { headerStyle: 'none' } });
    const button = () => signer.root.querySelector<HTMLButtonElement>('header .close');
    let closings = 0;
    let keepsOpen = true;
    signer.element.addEventListener('sign-close', event => {
      closings += 1;
      if (keepsOpen) event.preventDefault();
    });
    await signer.element.show();
    await signer.shows('accept');
    expect(button()?.getAttribute('aria-label')).to.equal('Close');
    button()?.click();
    expect([closings, modal().open]).to.deep.equal([1, true]);
    keepsOpen = false;
    button()?.click();
    await until(isClosed, 'the dialog to close');
    await signer.element.show();
    await signer.shows('accept');
    await sendKeys({ press: 'Escape' });
    await until(isClosed, 'the dialog to close');
    expect(closings).to.equal(3);
    expect(signer.events).not.to.include('sign-interrupted');
  });

  it('ends with a button that closes it', async () => {
    await mount();
    await signer.element.show();
    await signer.readyToSign();
    signer.submit();
    await signer.shows('outcome');
    signer.control('Close').click();
    await until(isClosed, 'the dialog to close');
  });

  it('goes on where the signer was, and what they saw of the document stays seen', async () => {
    await mount();
    await signer.element.show();
    const viewed = new Promise(resolve => {
      signer.root.addEventListener('document-viewed', resolve, { once: true });
    });
    await signer.readyToSign();
    await viewed;
    signer.element.close();
    await until(isClosed, 'the dialog to close');
    await signer.element.show();
    await signer.readyToSign();
    await until(() => {
      // Until the pages are there again, box and press are answered by a message.
      const box = signer.screen?.shadowRoot?.querySelector('input');
      if (box?.checked === false) box.click();
      signer.submit();
      return signer.screen?.localName === 'sign-session-outcome';
    }, 'the outcome');
    await signer.shows('outcome');
    expect(service.count('GET session')).to.equal(1);
    const acceptance = service.requests.find(({ body }) => body['action'] === 'accept');
    expect(acceptance?.body['documentView']).to.deep.include({ pagesViewed: 1 });
  });

  it('is closed when the element is taken out of the page, and may be opened again', async () => {
    await mount();
    await signer.element.show();
    await signer.shows('accept');
    signer.remove();
    document.body.append(signer.element);
    await signer.element.updateComplete;
    await until(isClosed, 'the dialog to be closed');
    await signer.element.show();
    await signer.shows('accept');
  });

  for (const [width, height] of [
    [360, 640],
    [320, 480],
    [640, 360],
  ] as const) {
    it(`fills a window of ${width}×${height}, with its button in sight`, async () => {
      await setViewport({ width, height });
      await mount();
      await signer.element.show();
      await signer.readyToSign();
      const box = modal().getBoundingClientRect();
      // The window of WebKitGTK gets no narrower than 447 px.
      expect([box.left, box.top, box.width, box.height].map(Math.round)).to.deep.equal([
        0,
        0,
        innerWidth,
        height,
      ]);
      const submit = signer.screen?.shadowRoot
        ?.querySelector('button[type="submit"]')
        ?.getBoundingClientRect();
      expect(submit?.bottom).to.be.at.most(height);
      expect(submit?.top).to.be.at.least(0);
      expect(modal().scrollWidth).to.be.at.most(innerWidth);
    });
  }

  it('closes, and says so, where its part of the page is hidden: nobody could see it, and nothing else be used', async () => {
    await mount();
    await signer.element.show();
    await until(() => modal().open, 'the dialog');
    const { parentElement } = signer.element;
    const route = document.createElement('div');
    route.append(signer.element);
    document.body.append(route);
    await signer.element.show();
    await until(() => modal().open, 'the dialog in the route');
    const heard: boolean[] = [];
    signer.element.addEventListener('sign-close', event => {
      event.preventDefault();
      heard.push(event.cancelable);
    });
    route.style.setProperty('display', 'none', 'important');
    await until(isClosed, 'the dialog to close');
    expect(heard).to.deep.equal([false]);
    // Opened in a part that is hidden, it does not stay either.
    await signer.element.show();
    await until(isClosed, 'the dialog to close again');
    route.style.removeProperty('display');
    await signer.element.show();
    await until(() => modal().open, 'the dialog where it can be seen');
    parentElement?.append(signer.element);
    route.remove();
  });

  it('tells of a close that the browser overrules', async () => {
    await mount();
    await signer.element.show();
    await until(() => modal().open, 'the dialog');
    const heard: boolean[] = [];
    signer.element.addEventListener('sign-close', event => {
      event.preventDefault();
      heard.push(event.defaultPrevented);
    });
    // As browsers do at a second Escape.
    modal().close();
    await until(isClosed, 'the dialog to close');
    expect(heard).to.deep.equal([false]);
  });

  it('does nothing by show() and close() where the element stands in the page', async () => {
    await mount({}, { display: 'inline' });
    await signer.readyToSign();
    await signer.element.show();
    signer.element.close();
    expect(signer.root.querySelector('dialog.modal')).to.equal(null);
    expect(signer.events).not.to.include('sign-close');
  });
});
