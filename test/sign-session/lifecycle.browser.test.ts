import { expect } from '@open-wc/testing';
import { clientSecret } from '../../packages/testing/src/client-secret.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { BASE_URL, ScriptedService, problem, silence } from '../support/scripted-service.ts';
import { onePagePdf } from '../support/small-pdf.ts';

let service: ScriptedService;
let signer: MountedSession | undefined;

/** A turn of the event loop and of the element's updates. */
async function settle(mounted: MountedSession): Promise<void> {
  await new Promise(resolve => {
    setTimeout(resolve);
  });
  await mounted.element.updateComplete;
}

describe('the client secret', () => {
  beforeEach(async () => {
    service = await new ScriptedService().start({ locale: 'en' });
  });

  afterEach(() => {
    signer?.remove();
    service.stop();
  });

  it('is taken off the element, sent in the header, and found nowhere else', async () => {
    const { secret } = service;
    const host = document.createElement('div');
    document.body.append(host);
    const element = document.createElement('sign-session');
    element.setAttribute('base-url', BASE_URL);
    element.setAttribute('client-secret', secret);
    host.append(element);
    await until(() => service.count('GET session') === 1, 'the request');
    const [request] = service.requests;
    expect(request?.headers.get('Authorization')).to.equal(`Bearer ${secret}`);
    expect(element.hasAttribute('client-secret')).to.equal(false);
    expect(Reflect.get(element, 'clientSecret')).to.equal(undefined);
    expect(new XMLSerializer().serializeToString(host)).not.to.contain('ss_secret');
    for (const storage of [localStorage, sessionStorage]) {
      expect(JSON.stringify(Object.values(storage))).not.to.contain('ss_secret');
    }
    host.remove();
  });

  it('changes nothing when it is given again, or when the attribute is removed', async () => {
    signer = MountedSession.mount(service);
    await signer.readyToSign();
    const { secret } = service;
    signer.element.clientSecret = secret;
    signer.element.setAttribute('client-secret', secret);
    signer.element.removeAttribute('client-secret');
    await settle(signer);
    expect(service.count('GET session')).to.equal(1);
    expect(signer.screen?.shadowRoot?.querySelector('input')?.checked).to.equal(true);
  });

  it('of another session aborts the old one and starts cleanly', async () => {
    service.script('POST advance', silence);
    signer = MountedSession.mount(service);
    await signer.readyToSign();
    signer.submit();
    await until(() => service.count('POST advance') === 1, 'the request');
    const other = clientSecret({ sid: 'ss_other' });
    signer.element.clientSecret = other;
    await until(() => service.count('GET session') === 2, 'the other session');
    const advance = service.requests.find(({ route }) => route === 'POST advance');
    expect(advance?.signal?.aborted).to.equal(true);
    const last = service.requests.findLast(({ route }) => route === 'GET session');
    expect(last?.headers.get('Authorization')).to.equal(`Bearer ${other}`);
    await signer.shows('accept');
    await until(() => !signer?.screen?.shadowRoot?.querySelector('input')?.checked, 'an empty box');
  });

  it('that holds no session id needs the attribute', async () => {
    signer = MountedSession.mount(service, { clientSecret: 'ss_secret_opaque', sessionId: 'ss_test' });
    await signer.shows('accept');
    signer.remove();
    signer = MountedSession.mount(service, { clientSecret: 'ss_secret_opaque' });
    await signer.says('This link does not work');
    await signer.hears('sign-error:invalid_client_secret');
  });

  it('that is none at all is not even sent', async () => {
    signer = MountedSession.mount(service, { clientSecret: 'nonsense', sessionId: 'ss_test' });
    await signer.shows('outcome');
    expect(service.requests).to.deep.equal([]);
  });

  it('past its own end is expired, not invalid', async () => {
    service.script('GET session', () => problem(401, 'unauthorized'));
    signer = MountedSession.mount(service, {
      clientSecret: clientSecret({ sid: 'ss_test', exp: 1_000_000 }),
    });
    await signer.says('If you already signed or confirmed, that remains valid.');
    await signer.hears('sign-expired');
  });
});

describe('a client secret that was set early', () => {
  it('is found when the element is defined, and cannot be read any more', async () => {
    service = await new ScriptedService().start({ locale: 'en' });
    // An element of a document without a window is not upgraded before it comes over.
    const element = document.implementation.createHTMLDocument().createElement('sign-session');
    Object.assign(element, { clientSecret: service.secret, baseUrl: BASE_URL });
    document.body.append(element);
    await until(() => service.count('GET session') === 1, 'the request');
    expect(Reflect.get(element, 'clientSecret')).to.equal(undefined);
    element.remove();
    service.stop();
  });
});

describe('a page that cannot run a session', () => {
  afterEach(() => {
    signer?.remove();
    service.stop();
  });

  it('over plain http says so', async () => {
    service = await new ScriptedService().start();
    // What such a page has not got: https itself cannot be taken away from this one.
    Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
    signer = MountedSession.mount(service, { locale: 'en' });
    await signer.element.updateComplete;
    Reflect.deleteProperty(crypto, 'subtle');
    await signer.says('This page is not secure');
    await signer.hears('sign-error:unsupported_browser');
    expect(service.requests).to.deep.equal([]);
  });

  it('in a browser that lacks what it needs says so', async () => {
    service = await new ScriptedService().start();
    const supports = CSS.supports.bind(CSS);
    CSS.supports = () => false;
    signer = MountedSession.mount(service, { locale: 'en' });
    await signer.element.updateComplete;
    CSS.supports = supports;
    await signer.says('This browser is too old to continue safely');
    await signer.hears('sign-error:unsupported_browser');
  });
});

describe('the element on its page', () => {
  const whileTimePasses = usePageClock();

  beforeEach(async () => {
    service = await new ScriptedService().start({ locale: 'en' });
  });

  afterEach(() => {
    signer?.remove();
    service.stop();
  });

  it('asks the service once before the first screen', async () => {
    signer = MountedSession.mount(service);
    await signer.shows('accept');
    expect(service.requests.filter(({ route }) => route !== 'GET document')).to.have.length(1);
  });

  it('says “ready” only when the document can be read', async () => {
    const release = service.holdDocument();
    signer = MountedSession.mount(service);
    await signer.shows('accept');
    await until(() => service.count('GET document') === 1, 'the download');
    expect(signer.events).not.to.contain('sign-ready');
    release();
    await signer.hears('sign-ready');
  });

  it('offers another try when the document takes long, and keeps the signer at the document', async () => {
    service.holdDocument();
    signer = MountedSession.mount(service);
    await signer.shows('accept');
    const viewer = await until(
      () =>
        signer?.root
          .querySelector('sign-session-document')
          ?.shadowRoot?.querySelector('sign-session-document-viewer'),
      'the viewer',
    );
    const retry = await whileTimePasses(
      until(() => viewer.shadowRoot?.querySelector<HTMLElement>('button.retry'), 'the way out'),
    );
    retry.focus();
    retry.click();
    await signer.hears('sign-ready');
    expect(service.count('GET document')).to.equal(2);
    expect(viewer.shadowRoot?.activeElement?.classList.contains('scroller')).to.equal(true);
  });

  it('goes on where it was when it is moved', async () => {
    signer = MountedSession.mount(service);
    await signer.readyToSign();
    const elsewhere = document.createElement('div');
    document.body.append(elsewhere);
    elsewhere.append(signer.element);
    await settle(signer);
    expect(service.count('GET session')).to.equal(1);
    expect(signer.screen?.shadowRoot?.querySelector('input')?.checked).to.equal(true);
    expect(signer.events).not.to.contain('sign-interrupted');
    elsewhere.remove();
  });

  it('stops everything when it is removed, and says that it was interrupted, not declined', async () => {
    service.script('POST advance', silence);
    signer = MountedSession.mount(service);
    await signer.readyToSign();
    signer.submit();
    await until(() => service.count('POST advance') === 1, 'the request');
    signer.remove();
    await signer.hears('sign-interrupted');
    await until(() => service.requests.at(-1)?.signal?.aborted, 'the abort');
    expect(signer.events).not.to.contain('sign-declined');
  });

  it('starts again where the service has the session when it is put back', async () => {
    signer = MountedSession.mount(service);
    await signer.shows('accept');
    signer.remove();
    await signer.hears('sign-interrupted');
    service.complete();
    document.body.append(signer.element);
    await signer.says('Document signed');
  });

  it('tells an end once, also when it is put back after it', async () => {
    service.complete();
    signer = MountedSession.mount(service);
    await signer.says('Document signed');
    signer.remove();
    await settle(signer);
    document.body.append(signer.element);
    await until(() => service.count('GET session') === 2, 'the second start');
    await signer.says('Document signed');
    expect(signer.events.filter(type => type === 'sign-completed')).to.have.lengthOf(1);
  });

  it('says that it was interrupted when the page is left', async () => {
    signer = MountedSession.mount(service);
    await signer.shows('accept');
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await signer.hears('sign-interrupted');
  });

  it('asks again when it comes back from the back/forward cache', async () => {
    signer = MountedSession.mount(service);
    await signer.readyToSign();
    service.complete();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await signer.says('Document signed');
  });

  it('goes on waiting when it comes back from the back/forward cache without a network', async () => {
    service.change({ steps: [{ stepId: 'st_1', type: 'CLICK_ACCEPT', status: 'COMPLETED' }] });
    service.script('GET events', silence);
    signer = MountedSession.mount(service);
    await signer.shows('waiting');
    await until(() => service.count('GET events') === 1, 'the line');
    service.script('GET session', () => problem(403, 'forbidden'));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => service.count('GET session') === 2, 'the question in vain');
    service.complete();
    await whileTimePasses(signer.says('Document signed'));
  });

  it('declines and reloads when the host page says so', async () => {
    signer = MountedSession.mount(service);
    await signer.readyToSign();
    await signer.element.reload();
    expect(service.count('GET session')).to.equal(2);
    expect(signer.screen?.shadowRoot?.querySelector('input')?.checked).to.equal(true);
    await signer.element.decline('no longer needed');
    await signer.says('You declined');
    expect(service.requests.find(({ route }) => route === 'POST cancel')?.body).to.deep.equal({
      reason: 'no longer needed',
    });
  });

  it('reports a question in vain to the host page, and does not worry the signer with it', async () => {
    signer = MountedSession.mount(service);
    const accept = await signer.readyToSign();
    service.script(
      'GET session',
      () => problem(403, 'forbidden'),
      () => problem(403, 'forbidden'),
    );
    await signer.element.reload();
    await signer.element.updateComplete;
    await signer.hears('sign-error:request_refused');
    expect(accept.querySelector('.notice.warn')).to.equal(null);
    signer.submit();
    await signer.says('Document signed');
  });

  it('does not trip over looks of the wrong type', async () => {
    service.change({ appearance: { brandColor: 5, companyName: ['x'], title: null, borderRadius: {} } });
    signer = MountedSession.mount(service);
    signer.element.setAttribute('appearance', '{"brandColor":5,"borderRadius":true,"companyName":{}}');
    await signer.readyToSign();
    signer.submit();
    await signer.hears('sign-completed');
  });

  it('starts anew with the tick and the reading when the document becomes another', async () => {
    signer = MountedSession.mount(service);
    await signer.readyToSign();
    await service.replaceDocument(onePagePdf('Outro contrato'));
    const release = service.holdDocument();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => signer?.screen?.shadowRoot?.querySelector('input')?.checked === false, 'an empty box');
    signer.screen?.shadowRoot?.querySelector('input')?.click();
    signer.submit();
    await signer.says('The document is still opening.');
    expect(service.count('POST advance')).to.equal(0);
    release();
  });

  it('does not hammer a service that says “active” past the end', async () => {
    service.change({ serverTime: null, expiresAt: new Date(Date.now() - 60_000).toISOString() });
    signer = MountedSession.mount(service);
    await signer.readyToSign();
    service.script('GET session');
    await whileTimePasses(until(() => service.count('GET session') >= 3, 'the second question'));
    expect(service.count('GET session')).to.equal(3);
  });

  it('keeps two of them apart: session, language and colour', async () => {
    signer = MountedSession.mount(service, { appearance: { brandColor: '#0b6b57', companyName: 'Verde' } });
    const other = MountedSession.mount(service, {
      locale: 'es',
      appearance: { brandColor: '#b3261e', companyName: 'Rojo' },
    });
    await signer.says('Verde is asking you to sign this document.');
    await other.says('Rojo solicita su firma en este documento.');
    const brands = [signer, other].map(({ element }) =>
      getComputedStyle(element).getPropertyValue('--brand').trim(),
    );
    expect(brands).to.deep.equal(['#0b6b57', '#b3261e']);
    other.remove();
    await settle(signer);
    await signer.says('Verde is asking you to sign this document.');
  });

  it('changes its language at any time, and keeps the tick', async () => {
    signer = MountedSession.mount(service);
    await signer.readyToSign();
    signer.element.locale = 'pt-BR';
    await signer.says('Revise e assine o documento');
    signer.element.locale = 'es';
    await signer.says('Revise y firme el documento');
    expect(signer.screen?.shadowRoot?.querySelector('input')?.checked).to.equal(true);
    expect(signer.root.querySelector('section')?.lang).to.equal('es');
  });

  it('takes a refusal for no end of the link on a device whose clock is ahead', async () => {
    const now = Date.now() - 86_400_000;
    service.change({
      serverTime: new Date(now).toISOString(),
      expiresAt: new Date(now + 3_600_000).toISOString(),
    });
    const exp = Math.floor(now / 1000) + 3600;
    signer = MountedSession.mount(service, { clientSecret: clientSecret({ sid: 'ss_test', exp }) });
    await signer.readyToSign();
    service.script('POST advance', () => problem(401, 'unauthorized'));
    service.script('GET session', () => problem(401, 'unauthorized'));
    signer.submit();
    await signer.says('We could not find out whether your answer was recorded.');
    expect(signer.events).not.to.contain('sign-expired');
  });

  it('ends when the time is up by the service’s clock, on a device whose clock is a day off', async () => {
    const now = Date.now() - 86_400_000;
    service.change({
      serverTime: new Date(now).toISOString(),
      expiresAt: new Date(now + 700).toISOString(),
    });
    signer = MountedSession.mount(service);
    await signer.shows('accept');
    expect(signer.root.querySelector('[role=status]')?.textContent).to.contain('expires in 1 minute');
    service.change({ status: 'EXPIRED', document: null });
    await signer.says('This session has expired');
    await signer.hears('sign-expired');
    // Whoever listens hears no longer how much time there is.
    const status = signer.root.querySelector('[role=status]');
    await until(() => status?.textContent.includes('This session has expired'), 'the announcement');
    expect(status?.textContent).not.to.contain('expires in');
    expect(signer.root.querySelector('.strip.deadline')).to.equal(null);
  });
});
