import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { repositoryRoot } from '../../support/repository.ts';

const pdfjs = path.join(repositoryRoot, 'node_modules/pdfjs-dist/build');

/** An integrator's page, as the README has it. The secret is in the fragment, which is not sent. */
const WIDGET_PAGE = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>widget</title>
  <link rel="icon" href="data:,">
  <link rel="modulepreload" href="/sign-session/assets/pdfjs/pdf-worker.mjs"><body>
  <script type="module" src="/sign-session/sign-session.js"></script>
  <script>
    const element = document.createElement('sign-session');
    const within = (root, selector) => root?.shadowRoot?.querySelector(selector);
    const look = () => {
      const viewer = within(within(element, 'sign-session-document'), 'sign-session-document-viewer');
      const pages = within(viewer, '.pages');
      // Not in each frame: whoever asks for frames makes the browser make them, and pay for what moves in each.
      if (!pages) return setTimeout(look, 20);
      const check = () => {
        if (!within(viewer, '.page canvas') || !within(viewer, window.wanted)) return;
        changes.disconnect();
        requestAnimationFrame(() => { window.shownAt = performance.now() });
      };
      const changes = new MutationObserver(check);
      changes.observe(pages, { childList: true, subtree: true });
      check();
    };
    window.wanted = location.search === '?scan' ? '.page canvas' : '.text-layer span';
    look();
    element.addEventListener('sign-ready', () => { window.readyAt = performance.now() });
    window.begin = () => {
      window.beganAt = performance.now();
      element.setAttribute('client-secret', decodeURIComponent(location.hash.slice(1)));
      document.body.append(element);
    };
    window.begin();
  </script></html>`;

/** The page has the element's code and what it preloads before the signer has a session. */
const PREPARE = `customElements.whenDefined('sign-session').then(SignSession =>
      SignSession.preload({ baseUrl: location.origin, locale: 'pt-BR', profile: 'CLICK_ONLY' }));`;

/** The least that showing the first page costs: pdf.js's own build, a canvas, the text. */
const BARE_PAGE = `<!doctype html><html><meta charset="utf-8"><title>bare</title><link rel="icon" href="data:,">
  <style>body { margin: 0 } .words { inset: 0; position: absolute } .words span { color: transparent; position: absolute; white-space: pre }</style>
  <body><script type="module">
    import { getDocument, GlobalWorkerOptions, TextLayer } from '/bare/pdf.min.mjs';
    GlobalWorkerOptions.workerSrc = '/bare/pdf.worker.min.mjs';
    const file = await getDocument({ url: decodeURIComponent(location.hash.slice(1)), disableRange: true, disableStream: true }).promise;
    const page = await file.getPage(1);
    const viewport = page.getViewport({ scale: innerWidth / page.getViewport({ scale: 1 }).width });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.round(viewport.width), Math.round(viewport.height)];
    const container = document.createElement('div');
    container.className = 'words';
    document.body.append(canvas, container);
    const words = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
    await Promise.all([page.render({ canvas, viewport }).promise, words.render()]);
    requestAnimationFrame(() => { window.shownAt = performance.now() });
  </script></html>`;

export interface BenchServer {
  readonly origin: string;
  close(): void;
}

/**
 * Serves both pages and bare pdf.js, and passes everything else to the service, so that both wait for the same server.
 *
 * @param service its origin.
 * @param earlier the folder of an earlier script-tag build, for `/earlier`.
 */
export async function startBenchServer(service: string, earlier?: string): Promise<BenchServer> {
  const files = new Map<string, { readonly type: string; readonly body: Buffer }>();
  files.set('/widget', { type: 'text/html', body: compressed(WIDGET_PAGE) });
  files.set('/bare', { type: 'text/html', body: compressed(BARE_PAGE) });
  for (const name of ['pdf.min.mjs', 'pdf.worker.min.mjs']) {
    const text = await readFile(path.join(pdfjs, name));
    files.set(`/bare/${name}`, { type: 'text/javascript', body: compressed(text) });
  }
  const plain = WIDGET_PAGE.replace(/<link rel="modulepreload".*?>/, '');
  const page = (text: string) => ({ type: 'text/html', body: compressed(text) });
  files.set('/plain', page(plain));
  files.set('/prepared', page(WIDGET_PAGE.replace('    window.begin();', PREPARE)));
  files.set('/earlier', page(plain.replaceAll('/sign-session/', '/earlier/')));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (earlier !== undefined && pathname.startsWith('/earlier/')) {
      return void sendFile(path.join(earlier, pathname.slice('/earlier/'.length)), response);
    }
    const file = files.get(pathname);
    if (file === undefined) return passOn(service, request, response);
    response.writeHead(200, {
      'Content-Type': file.type,
      'Content-Encoding': 'br',
      'Content-Length': file.body.length,
    });
    response.end(file.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

async function sendFile(file: string, response: ServerResponse): Promise<void> {
  const body = await readFile(file).catch(() => undefined);
  response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'text/javascript' });
  response.end(body);
}

function compressed(content: string | Buffer): Buffer {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}

function passOn(service: string, request: IncomingMessage, response: ServerResponse): void {
  const onward = ask(
    new URL(request.url ?? '/', service),
    { method: request.method, headers: { ...request.headers, host: new URL(service).host } },
    answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
