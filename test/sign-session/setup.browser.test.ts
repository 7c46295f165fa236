import { expect } from '@open-wc/testing';
import { type SinonStub, stub } from 'sinon';
import '../../src/index.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { installPageClock, type PageClock } from '../support/page-clock.ts';
import { ScriptedService } from '../support/scripted-service.ts';

const told = (console: SinonStub): string[] => console.args.map(([text]) => String(text));

const isSubmit = (target: EventTarget) => target instanceof HTMLButtonElement && target.type === 'submit';

/** What a page that is set up wrongly is told, and the signer with it. */
describe('the set-up of a page', () => {
  let service: ScriptedService;
  let signer: MountedSession | undefined;
  let clock: PageClock;
  let errors: SinonStub;
  let warnings: SinonStub;

  beforeEach(async () => {
    clock = installPageClock();
    service = await new ScriptedService().start({ locale: 'en' });
    errors = stub(console, 'error');
    warnings = stub(console, 'warn');
  });

  afterEach(() => {
    signer?.remove();
    service.stop();
    errors.restore();
    warnings.restore();
    clock.restore();
  });

  it('names the address of an asset that is not there, what came instead, and the setting; once', async () => {
    const assetsUrl = `${location.origin}/nowhere-at-all/`;
    signer = MountedSession.mount(service, { assetsUrl });
    await signer.hears('sign-error:assets_unavailable');
    await signer.element.reload();
    const second = MountedSession.mount(service, { assetsUrl });
    await second.hears('sign-error:assets_unavailable');
    second.remove();
    expect(signer.events.filter(event => event.includes('assets_unavailable'))).to.have.length(1);
    expect(signer.events).not.to.include('sign-error:document_unreadable');
    expect(told(errors)).to.have.length(1);
    expect(told(errors)[0]).to.include(`${assetsUrl}pdfjs/pdf-worker.mjs`);
    expect(told(errors)[0]).to.include('404');
    expect(told(errors)[0]).to.include('assets-url');
    expect(told(errors)[0]).not.to.include('ss_secret');
  });

  it('warns of an address without its scheme, and goes on with the page’s own', async () => {
    const element = document.createElement('sign-session');
    element.baseUrl = '127.0.0.1:4010';
    document.body.append(element);
    element.clientSecret = service.secret;
    await until(() => told(warnings).length === 1, 'a warning');
    expect(told(warnings)[0]).to.include('base-url or assets-url is "127.0.0.1:4010"');
    element.remove();
  });

  it('warns of an element without a secret, of a locale and of a colour scheme that nobody has; once each', async () => {
    const element = document.createElement('sign-session');
    element.locale = 'xx-YY';
    element.setAttribute('color-scheme', 'purple');
    document.body.append(element);
    await element.updateComplete;
    element.requestUpdate();
    await element.updateComplete;
    await until(() => told(warnings).length === 2, 'two warnings');
    clock.tick(5000);
    await until(() => told(warnings).length === 3, 'the third');
    const all = told(warnings).join('\n');
    for (const mistake of ['locale="xx-YY"', 'color-scheme="purple"', 'no client-secret']) {
      expect(all).to.include(mistake);
    }
    element.remove();
  });

  it('does not miss a secret that is there, nor one of an element that has gone', async () => {
    signer = MountedSession.mount(service);
    const gone = document.createElement('sign-session');
    document.body.append(gone);
    gone.remove();
    await signer.readyToSign();
    clock.tick(6000);
    expect(told(warnings)).to.deep.equal([]);
  });

  it('submits its forms by itself, so that a frame without allow-forms can sign', async () => {
    // What such a frame does: a press that is left to the browser comes to nothing.
    let leftToBrowser = 0;
    const watch = (event: Event) => {
      if (event.defaultPrevented || !event.composedPath().some(isSubmit)) return;
      leftToBrowser += 1;
      event.preventDefault();
    };
    addEventListener('click', watch);
    try {
      signer = MountedSession.mount(service);
      await signer.readyToSign();
      signer.control('Agree and sign').click();
      await signer.hears('sign-completed');
      await until(() => service.count('POST advance') === 1, 'one request');
    } finally {
      removeEventListener('click', watch);
    }
    expect(leftToBrowser).to.equal(0);
  });
});
