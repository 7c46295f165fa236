import { execFileSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { jbig2Image, jpxImage } from '../document/conformance/image-files.ts';
import { imagePage } from '../document/conformance/picture-files.ts';
import { PASSWORD } from '../support/certificate-files.ts';
import { launchChromium } from '../support/chromium.ts';
import { FilmSigner } from '../support/film-signer.ts';
import { cameraFilm } from '../support/films.ts';
import { Integrator } from '../support/integrator.ts';
import { repositoryRoot, testAssets } from '../support/repository.ts';
import { startService } from '../support/service-process.ts';
import { setBiometrics } from '../support/set-biometrics.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { Example, type Served } from './example.ts';
import { expect, test as base, watchTraffic } from './fixtures.ts';
import { restricted } from './strict-policy.ts';

/** Where the example's build has the files that `assets-url` names. */
const ASSETS_PATH = '/widget-assets/';

interface SessionChoice {
  readonly service: string;
  readonly pdf?: Uint8Array;
  readonly request?: Readonly<Record<string, unknown>>;
  /** What the page gives the element besides the session. */
  readonly properties?: Readonly<Record<string, string>>;
}

interface App extends Served {
  /** Where it is installed. */
  readonly folder: string;
}

const test = base.extend<object, { app: App }>({
  /** The Vite and React example, built with the camera's files and with a copy of the assets beside it. */
  app: [
    async ({ service }, use) => {
      const main = await readFile(path.join(repositoryRoot, 'examples/vite-react/src/main.tsx'), 'utf8');
      const example = await Example.install('vite-react', {
        server: service.url,
        service: service.url,
        packages: ['@sign-session/liveness-assets'],
        files: { 'src/main.tsx': `import '@sign-session/liveness-assets';\n${main}` },
      });
      example.run('build');
      const assets = path.join(example.folder, 'node_modules/sign-session/dist/npm/assets');
      await cp(assets, path.join(example.folder, 'dist', ASSETS_PATH), { recursive: true });
      const served = await example.serve('preview', '--host', '127.0.0.1', '--port', 'PORT');
      await use({ ...served, folder: example.folder });
      await served.stop();
      await example.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Has the page get a session of the test's choice from its server. */
async function giveSession(
  page: Page,
  { service, pdf, request, properties }: SessionChoice,
): Promise<string> {
  const integrator = new Integrator(service);
  const session = await integrator.createSession(pdf ?? onePagePdf('Contrato'), { locale: 'en', ...request });
  await page.route('**/signing-session', route =>
    route.fulfill({
      headers: { 'Access-Control-Allow-Origin': '*' },
      json: { clientSecret: session.clientSecret, baseUrl: service, ...properties },
    }),
  );
  return session.sessionId;
}

/** An ideographic text, whose character map pdf.js has to load. */
const cjkPdf = () => readFile(path.join(testAssets, 'pdf/pdfium/vertical_text.pdf'));

const DOCUMENTS = {
  'JPEG 2000': async () => imagePage(jpxImage()),
  JBIG2: async () => imagePage(jbig2Image()),
  'a Chinese character map': cjkPdf,
};

/** What the widget told the signer of the document, as it tells the service with the acceptance. */
async function noticesOf(page: Page): Promise<readonly string[]> {
  const request = await page.waitForRequest(sent => sent.postData()?.includes('"action":"accept"') === true);
  const { documentView } = request.postDataJSON();
  return documentView.notices ?? [];
}

for (const [kind, makePdf] of Object.entries(DOCUMENTS)) {
  test(`signs a document with ${kind}, of which nothing is missing`, async ({
    app,
    integrator,
    page,
    service,
    signer,
  }) => {
    const warnings: string[] = [];
    page.on('console', message => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    const sessionId = await giveSession(page, { service: service.url, pdf: await makePdf() });
    await page.goto(app.url);
    const notices = noticesOf(page);
    await signer.accepts();
    await signer.reads('Document signed');
    expect(await notices).not.toContain('image-missing');
    expect(warnings).toEqual([]);
    expect(await integrator.status(sessionId)).toMatchObject({ status: 'COMPLETED' });
  });
}

test('the React component renders on a server as an empty tag, without the secret', ({ app }) => {
  const script = `
    import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    import { SignSession } from 'sign-session/react';
    const properties = { clientSecret: 'ss_secret_1', baseUrl: '/', className: 'wide', onSignReady() {} };
    console.log(renderToString(createElement(SignSession, properties)));`;
  const options = { cwd: app.folder, encoding: 'utf8' } as const;
  const html = execFileSync(process.execPath, ['--input-type=module', '-e', script], options);
  expect(html.trim()).toBe('<sign-session class="wide"></sign-session>');
});

test('signs with a certificate from a file', async ({ app, integrator, page, service, signer }) => {
  const sessionId = await giveSession(page, {
    service: service.url,
    request: {
      policy: { profile: 'DIGITAL_CERTIFICATE' },
      signer: { name: 'Maria da Silva', cpf: '529.982.247-25' },
    },
  });
  await page.goto(app.url);
  await signer.accepts();
  const file = await fetch(`${service.url}/_local/certificates/good.p12`);
  await signer.presses(/\(A1\)/);
  await signer.screen.locator('input[type=file]').setInputFiles({
    name: 'good.p12',
    mimeType: 'application/x-pkcs12',
    buffer: Buffer.from(await file.arrayBuffer()),
  });
  await signer.screen.getByLabel('Password').fill(PASSWORD);
  await signer.presses('Open');
  await signer.reads('Matches the signer');
  await signer.screen.locator('[part="submit"]').click();
  await signer.reads('Document signed');
  expect(await integrator.status(sessionId)).toMatchObject({ status: 'COMPLETED' });
});

const SOURCES = [
  { kind: 'embedded parts', workers: 'blob:', properties: {} },
  { kind: 'files', workers: "'self'", properties: { assetsUrl: ASSETS_PATH } },
] as const;

for (const { kind, workers, properties } of SOURCES) {
  test(`${kind}: signs an image under worker-src ${workers} and Trusted Types`, async ({
    app,
    integrator,
    page,
    service,
    signer,
  }) => {
    const served = await restricted(app, { workers, servers: [service.url] });
    const pdf = imagePage(jpxImage());
    const sessionId = await giveSession(page, { service: service.url, pdf, properties });
    await page.goto(served.url);
    const notices = noticesOf(page);
    await signer.accepts();
    await signer.reads('Document signed');
    expect(await notices).not.toContain('image-missing');
    expect(await integrator.status(sessionId)).toMatchObject({ status: 'COMPLETED' });
    await served.stop();
  });

  test(`${kind}: passes the camera step under the same policy, with the files of the assets package`, async ({
    app,
    problems,
    service,
  }) => {
    const actions = ['TURN_LEFT', 'TURN_RIGHT', 'SMILE'];
    const asking = await startService({
      script: 'test/support/asking-service.ts',
      env: { ASKED_ACTIONS: actions.join() },
    });
    const film = await cameraFilm('live-sequence');
    const browser = await launchChromium(film.file);
    const served = await restricted(app, { workers, servers: [asking.url, service.url] });
    try {
      await setBiometrics(asking.url, 'LIVE');
      const context = await browser.newContext();
      await problems.watch(context);
      await Signer.prepare(context);
      const page = await context.newPage();
      const answers: string[] = [];
      // The folder of files has no model: the next place is asked then.
      if (workers === 'blob:') watchTraffic(context, answers);
      const signer = await FilmSigner.before(page);
      const sessionId = await giveSession(page, {
        service: asking.url,
        properties,
        request: { policy: { profile: 'BIOMETRIC' } },
      });
      await page.goto(served.url);
      await signer.accepts();
      await signer.reads('Confirm that it is you');
      await signer.starts();
      await signer.reads('Document signed');
      expect(answers).toEqual([]);
      expect(await new Integrator(asking.url).status(sessionId)).toMatchObject({ status: 'COMPLETED' });
      const origins = signer.origins.filter(origin => origin !== 'null');
      expect(origins.toSorted()).toEqual([served.url, asking.url, service.url].toSorted());
    } finally {
      await browser.close();
      await served.stop();
      await asking.stop();
      await film.remove();
    }
  });
}
