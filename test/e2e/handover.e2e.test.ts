import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ensureBuild } from '../support/builds.ts';
import { Integrator, type IntegratorSession } from '../support/integrator.ts';
import { enginesToTest, openBrowser, openChromium, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';

let service: ServiceProcess;
before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true });
});
after(() => service?.stop());

async function post(path: string, body: unknown, secret?: string): Promise<unknown> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(secret !== undefined && { Authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${path} answers ${response.status}`);
  return response.json();
}

/** The link that the first device shows. */
async function linkFrom({ sessionId, clientSecret }: IntegratorSession): Promise<string> {
  const answer = await post(`/v1/signing-sessions/${sessionId}/handover`, {}, clientSecret);
  return String(Object(answer).url);
}

/** What may become of an exchange; in each the link may still be good. */
const TROUBLE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'is lost on its way': { fault: 'drop-before' },
  'is answered, but the answer is lost': { fault: 'drop-after' },
  'is answered, but the answer breaks off': { fault: 'truncate' },
  'is answered by somebody else’s page': { fault: 'garbage' },
  ...Object.fromEntries(
    [401, 403, 409, 429, 500, 503].map(status => [`meets a ${String(status)}`, { fault: 'status', status }]),
  ),
};

/** The most telling of them, for the engines that do not play them all. */
const TELLING = ['is lost on its way', 'is answered, but the answer is lost', 'meets a 500'];

for (const engine of enginesToTest()) {
  describe(`the hosted page on another device: ${engine}`, () => {
    let browser: LiveBrowser;
    let signer: Signer;
    let session: IntegratorSession;

    before(async () => {
      browser = await openBrowser(engine, { viewport: { width: 480, height: 800 } });
      signer = new Signer(browser);
    });
    beforeEach(async () => {
      const document = onePagePdf('Contrato');
      session = await new Integrator(service.url).createSession(document, { locale: 'en' });
    });
    after(() => browser?.close());

    const pageReads = (words: string) =>
      browser.waitFor(wanted => document.querySelector('main')?.textContent?.includes(wanted), words);

    it('goes on where the first one was, with nothing in its address, over a reload', async () => {
      await signer.open(await linkFrom(session));
      await signer.reads('Review and sign the document');
      const address = () => browser.evaluate(() => location.href);
      assert.equal(await address(), `${service.url}/s/${session.sessionId}`);
      await signer.reloads();
      await signer.reads('Review and sign the document');
      assert.equal(await address(), `${service.url}/s/${session.sessionId}`);
      assert.deepEqual(await browser.policyViolations(), []);
    });

    it('says that a link was used before, and offers nothing that could not help', async () => {
      const link = await linkFrom(session);
      await post('/v1/handover', { code: new URL(link).searchParams.get('h') });
      await signer.open(link);
      await browser.waitFor(() => {
        const title = document.querySelector('main h1');
        return title !== null && document.activeElement === title;
      });
      await pageReads('5 minut');
      const found = await browser.evaluate(() => ({
        widgets: document.querySelectorAll('sign-session').length,
        buttons: document.querySelectorAll('main button').length,
        address: location.search,
      }));
      assert.deepEqual(found, { widgets: 0, buttons: 0, address: '' });
    });

    it('says at once that it opens the session, and after a while offers another try with the same link', async () => {
      const link = await linkFrom(session);
      await post('/_local/faults', {
        match: { path: '/v1/handover' },
        fault: 'delay',
        delayMs: 18_000,
        times: 1,
      });
      await signer.open(link);
      const says = (kind: string) =>
        browser.waitFor(
          wanted => document.querySelector(`main [role=status] .${wanted} h1`)?.textContent,
          kind,
          15_000,
        );
      const opening = await says('opening');
      assert.notEqual(opening, '');
      assert.notEqual(await says('slow'), opening);
      await browser.click('main button');
      await signer.reads('Review and sign the document');
      assert.equal(await browser.evaluate(() => document.querySelectorAll('main .notice').length), 0);
    });

    for (const [name, fault] of Object.entries(TROUBLE)) {
      if (engine !== 'chromium' && !TELLING.includes(name)) continue;
      it(`loses no link to an exchange that ${name}`, async () => {
        const link = await linkFrom(session);
        // A browser may send a request of its own again when its connection breaks; both meet the fault.
        await post('/_local/faults', { match: { path: '/v1/handover' }, ...fault });
        await signer.open(link);
        await browser.waitFor(() => {
          const title = document.querySelector('main .unanswered h1');
          return title !== null && document.activeElement === title;
        });
        await fetch(`${service.url}/_local/faults`, { method: 'DELETE' });
        await browser.click('main button');
        await signer.reads('Review and sign the document');
      });
    }
  });
}

const skip = enginesToTest().includes('chromium') ? false : 'Chromium is not in this run';

describe('the hosted page whose widget does not load, in Chromium', { skip }, () => {
  it('says so, and opens the session when it is loaded again', async () => {
    const { browser, page } = await openChromium();
    try {
      const session = await new Integrator(service.url).createSession(onePagePdf('Contrato'), {
        locale: 'en',
      });
      await page.route('**/sign-session/sign-session.js', route => route.abort('internetdisconnected'));
      const signer = new Signer(browser);
      await signer.open(await linkFrom(session));
      await browser.waitFor(
        () =>
          document.activeElement === document.querySelector('main .unloaded h1') && document.activeElement,
      );
      await page.unroute('**/sign-session/sign-session.js');
      await browser.click('main button');
      await signer.reads('Review and sign the document');
    } finally {
      await browser.close();
    }
  });
});
