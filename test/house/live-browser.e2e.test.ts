import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { enginesToTest, openBrowser, type LiveBrowser } from '../support/live-browser.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  'img-src data:',
  "require-trusted-types-for 'script'",
].join('; ');

const PAGE = `<!doctype html><title>Probe</title><link rel="icon" href="data:,"><script type="module" src="/probe.js"></script>`;

/** A button and a field inside an open shadow root, a button that is covered, and an error on demand. */
const SCRIPT = `
  const host = document.body.appendChild(document.createElement('div'));
  const root = host.attachShadow({ mode: 'open' });
  const make = (name, text) => {
    const element = root.appendChild(document.createElement(name));
    element.textContent = text;
    return element;
  };
  make('button', 'Count').addEventListener('click', () => { host.title += 'c'; });
  make('button', 'Later').disabled = true;
  make('button', 'Break').addEventListener('click', () => { throw new Error('broken on purpose'); });
  make('button', 'Violate').addEventListener('click', () => {
    const image = new Image();
    image.src = '/refused.png';
    root.append(image);
  });
  const input = make('input', '');
  input.addEventListener('input', () => { host.lang = input.value; });
`;

async function serveProbe(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/probe.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.setHeader('Content-Security-Policy', POLICY);
    response.end(isScript ? SCRIPT : PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(typeof address === 'object' && address !== null);
  return { server, url: `http://127.0.0.1:${String(address.port)}/` };
}

for (const engine of enginesToTest()) {
  describe(`a live browser: ${engine}`, () => {
    let server: Server;
    let url: string;
    let browser: LiveBrowser;

    before(async () => {
      ({ server, url } = await serveProbe());
      browser = await openBrowser(engine, {
        viewport: { width: 800, height: 600 },
        media: { colorScheme: 'dark' },
      });
      await browser.goto(url);
    });

    after(async () => {
      await browser.close();
      server.close();
    });

    it('clicks into an open shadow root and waits for what the page then says', async () => {
      await browser.click({ selector: 'button', text: 'Count' });
      assert.equal(await browser.waitFor(() => document.querySelector('div')?.title), 'c');
    });

    it('types and presses chords', async () => {
      await browser.click('input');
      await browser.type('Zoë!');
      await browser.press('Shift+ArrowLeft');
      await browser.press('Delete');
      const wanted = 'Zoë';
      await browser.waitFor(text => document.querySelector('div')?.lang === text, wanted);
    });

    it('does not click a disabled button', async () => {
      await assert.rejects(browser.click({ selector: 'button', text: 'Later' }, 200), /in vain/);
    });

    it('has the viewport and the colour scheme asked for, and takes a picture of it', async () => {
      assert.deepEqual(await browser.evaluate(() => [innerWidth, innerHeight]), [800, 600]);
      await browser.setViewport({ width: 460, height: 700 });
      assert.deepEqual(await browser.evaluate(() => [innerWidth, innerHeight]), [460, 700]);
      assert.equal(await browser.evaluate(() => document.hasFocus()), true);
      assert.equal(await browser.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches), true);
      const png = await browser.screenshot();
      assert.equal(png.subarray(1, 4).toString('latin1'), 'PNG');
    });

    it('hears uncaught errors and policy violations, and forgets none at a navigation', async () => {
      assert.deepEqual(await browser.policyViolations(), []);
      await browser.click({ selector: 'button', text: 'Break' });
      await browser.click({ selector: 'button', text: 'Violate' });
      await browser.evaluate(() => new Promise(resolve => setTimeout(resolve)));
      await browser.goto(`${url}?again`);
      const [violation = 'none'] = await browser.policyViolations();
      assert.match(violation, /^img-src refused .*\/refused\.png/);
      assert.match((await browser.consoleErrors()).join('\n'), /broken on purpose/);
    });
  });
}
