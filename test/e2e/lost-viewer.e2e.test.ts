import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ensureBuild } from '../support/builds.ts';
import { Integrator } from '../support/integrator.ts';
import { enginesToTest, openBrowser, type LiveBrowser } from '../support/live-browser.ts';
import { repositoryRoot } from '../support/repository.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { onePagePdf } from '../support/small-pdf.ts';

const PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
  <script type="module" src="/sign-session.js"></script>
</html>`;

/** An integrator's page with the widget's files, from which the viewer's chunk is missing. */
class ShopWithoutViewer {
  /** How often the viewer was asked for. */
  asked = 0;
  /** What was asked for besides of pdf.js and what draws with it, without their hashes. */
  readonly askedBesides: string[] = [];
  readonly #server: Server;
  readonly #held: ServerResponse[] = [];
  #missing = false;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request.url ?? '/', response));
  }

  async #answer(url: string, response: ServerResponse): Promise<void> {
    if (url.startsWith('/document-viewer-')) {
      this.asked += 1;
      if (this.#missing) response.writeHead(404).end();
      else this.#held.push(response);
    } else if (url === '/') {
      response.setHeader('Content-Type', 'text/html').end(PAGE);
    } else {
      const [, name] = /^\/(pdf-viewer|pdfjs)-/.exec(url) ?? [];
      if (name !== undefined) this.askedBesides.push(name);
      const file = await readFile(path.join(repositoryRoot, 'dist/script-tag', url));
      response.setHeader('Content-Type', 'text/javascript').end(file);
    }
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    assert(typeof address === 'object' && address !== null);
    return `http://127.0.0.1:${String(address.port)}/`;
  }

  /** Answers what waits for the viewer, and will wait for it: it is missing. */
  release(): void {
    this.#missing = true;
    for (const response of this.#held.splice(0)) response.writeHead(404).end();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let service: ServiceProcess;

before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true });
});

after(() => service?.stop());

for (const engine of enginesToTest()) {
  describe(`a viewer that never arrives: ${engine}`, () => {
    const shop = new ShopWithoutViewer();
    let browser: LiveBrowser;

    before(async () => {
      browser = await openBrowser(engine);
    });

    after(async () => {
      await browser?.close();
      shop.close();
    });

    it('leaves the page alive when the element is gone by then, and says so when it is back', async () => {
      const { clientSecret } = await new Integrator(service.url).createSession(onePagePdf('Contract'));
      await browser.goto(await shop.listen());
      await browser.evaluate(
        ([baseUrl, secret]) => {
          const element = document.createElement('sign-session');
          element.setAttribute('base-url', baseUrl);
          element.setAttribute('locale', 'en');
          element.setAttribute('client-secret', secret);
          element.addEventListener('sign-error', () => (document.title = 'Told'));
          document.body.append(element);
        },
        [service.url, clientSecret] as const,
      );
      while (shop.asked === 0) await browser.evaluate(() => new Promise(requestAnimationFrame));
      await browser.evaluate(() => {
        const element = document.querySelector('sign-session');
        element?.remove();
        Object.assign(globalThis, { away: element });
      });
      shop.release();
      // Frames are drawn only by a page that is not caught in a loop.
      for (let frame = 0; frame < 30; frame++) {
        await browser.evaluate(() => new Promise(requestAnimationFrame).then(() => true));
      }
      assert.deepEqual(
        shop.askedBesides.toSorted(),
        ['pdf-viewer', 'pdfjs'],
        'what the viewer needs did not wait for it',
      );
      assert.equal(shop.asked, 1, 'a pane that is away asks for nothing');
      await browser.evaluate(() => {
        const element: unknown = Reflect.get(globalThis, 'away');
        if (element instanceof HTMLElement) document.body.append(element);
      });
      await browser.waitFor(() => {
        const pane = document
          .querySelector('sign-session')
          ?.shadowRoot?.querySelector('sign-session-document');
        return pane?.shadowRoot?.textContent?.includes('The document cannot be shown') === true;
      });
    });
  });
}
