import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLocalMode } from '../../local/src/index.ts';
import { pageHeaders, PolicySourceError } from '../src/pages/page-policy.ts';
import { openTestService, PUBLIC_URL, type TestService } from './support/test-service.ts';

let folder: string;
let service: TestService;

const FILES = {
  'site/hosted/index.html': '<title>Sign</title>',
  'site/verifier/index.html': '<title>Verify</title>',
  'site/reference/index.html': '<title>Reference</title>',
  'site/token-bridge/index.html': '<title>Tokens</title>',
  'site/assets/verifier-DsTEu8xO.js': 'export {};',
  'site/assets/verifier-DsTEu8xO.js.br': 'brotli, as far as the service knows',
  'site/assets/.env': 'outside',
  'widget/sign-session.js': 'export {};',
  'widget/accept-BXyz0123.js': 'export {};',
  'widget/assets/pdfjs/pdf-worker.mjs': 'export {};',
  'widget/assets/pdfjs/wasm/openjpeg.wasm': '\0asm',
  'widget/assets/pdfjs/cmaps/KSCms-UHC-HW-H.bcmap': 'x',
  'widget/assets/pdfjs/standard_fonts/FoxitDingbats.pfb': 'x',
  'widget/assets/pdfjs/standard_fonts/LiberationSans-Bold.ttf': 'x',
  'manual/index.html': '<title>Manual</title>',
  'manual/start.html': '<title>Start</title>',
  'manual/start.md': '# Start',
  'manual/pt/index.html': '<title>Manual em português</title>',
  'manual/assets/style.DsTEu8xO.css': 'a {}',
  'console/index.html': '<title>Console</title>',
  'console/assets/console-BsTEu8xP.js': 'export {};',
  'secret.txt': 'outside',
};

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  const [site, widget, manual] = ['site', 'widget', 'manual'].map(name => path.join(folder, name));
  const pages = { site: site ?? '', widget: widget ?? '', manual };
  const local = createLocalMode({ consoleFolder: path.join(folder, 'console') });
  service = await openTestService({ pages, local });
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** The directives of a policy, by name. */
function directives(headers: Headers): Map<string, string> {
  const policy = headers.get('Content-Security-Policy') ?? '';
  return new Map(
    policy.split('; ').map(text => [text.split(' ')[0] ?? '', text.split(' ').slice(1).join(' ')]),
  );
}

/** Who may frame the signer's page besides its tenant's pages, in local mode. */
const LOOPBACK = 'http://localhost:* http://127.0.0.1:* https://localhost:* https://127.0.0.1:*';

describe('the pages', () => {
  test('are served under a policy without exceptions', async () => {
    for (const [address, title] of [
      ['/', 'Console'],
      ['/s/ss_UNKNOWN?cs=x', 'Sign'],
      ['/verify/ev_UNKNOWN', 'Verify'],
      ['/verify', 'Verify'],
    ] as const) {
      const { status, headers, body } = await service.call(address);
      assert.equal(status, 200, address);
      assert.match(body, new RegExp(title));
      assert.match(headers.get('Content-Type') ?? '', /^text\/html/);
      assert.equal(headers.get('Cache-Control'), 'no-store');
      assert.equal(headers.get('Referrer-Policy'), 'no-referrer');
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
      assert.equal(headers.get('Cross-Origin-Opener-Policy'), 'same-origin');
      assert.equal(
        headers.get('Permissions-Policy'),
        'camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), display-capture=()',
      );
      assert.equal(headers.get('X-Frame-Options'), null, 'frame-ancestors decides');
      assert.equal(
        headers.get('Content-Security-Policy'),
        `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; ` +
          `img-src 'self' data: blob:${address === '/' ? ' https:' : ''}; connect-src 'self' ${PUBLIC_URL}${address.startsWith('/s/') ? ' ws://127.0.0.1:27413' : ''}; ` +
          `font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ${address.startsWith('/s/') ? LOOPBACK : "'none'"}; ` +
          `require-trusted-types-for 'script'; trusted-types lit-html sign-session 'allow-duplicates'`,
      );
    }
  });

  test('are led to from `/`: to the console in local mode, otherwise to the verifier', async () => {
    assert.equal((await service.call('/assets/console-BsTEu8xP.js')).status, 200);
    const production = await service.restart({ local: undefined });
    const { status, headers } = await production.call('/');
    assert.deepEqual([status, headers.get('Location')], [302, '/verify']);
    assert.match((await production.call('/verify')).body, /Verify/);
    assert.equal((await production.call('/assets/console-BsTEu8xP.js')).status, 404);
    // Each start sets the secrets of the built-in clients.
    await service.restart();
  });

  test('of the interface has a policy that lets in less', async () => {
    const { status, headers, body } = await service.call('/docs');
    assert.equal(status, 200);
    assert.match(body, /Reference/);
    const policy = directives(headers);
    for (const [name, sources] of [
      ['default-src', `'none'`],
      ['script-src', `'self'`],
      ['style-src', `'self'`],
      ['connect-src', `'self'`],
      ['trusted-types', 'default dompurify'],
    ] as const) {
      assert.equal(policy.get(name), sources);
    }
    assert.doesNotMatch(headers.get('Content-Security-Policy') ?? 'unsafe', /unsafe|\*|http/);
  });

  test('about tokens connects to nothing but the bridge, is framed by nobody, and may be found', async () => {
    const { status, headers, body } = await service.call('/token-bridge');
    assert.equal(status, 200);
    assert.match(body, /Tokens/);
    assert.equal(
      headers.get('Content-Security-Policy'),
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src ws://127.0.0.1:27413; ` +
        `form-action 'none'; base-uri 'none'; frame-ancestors 'none'; ` +
        `require-trusted-types-for 'script'; trusted-types lit-html`,
    );
    assert.equal(headers.get('Referrer-Policy'), 'no-referrer');
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(headers.get('X-Robots-Tag'), null);
    assert.equal(headers.get('Set-Cookie'), null);
  });

  test('let in the logo of their own session, and the frames of its tenant', async () => {
    const session = await service.create({ appearance: { logoUrl: 'https://cdn.example/logo.png?v=1;x' } });
    const bare = await service.create();
    const images = async ({ sessionId }: { sessionId: string }) =>
      directives((await service.call(`/s/${sessionId}`)).headers).get('img-src');
    assert.equal(await images(session), `'self' data: blob: https://cdn.example`);
    assert.equal(await images(bare), `'self' data: blob:`);
    const production = await service.restart({ local: undefined });
    await service.database.query(
      `UPDATE tenants SET allowed_origins = '["https://shop.example"]' WHERE tenant_id = 'tenant_local'`,
    );
    const framed = directives((await service.call(`/s/${session.sessionId}`)).headers);
    assert.equal(framed.get('frame-ancestors'), `https://shop.example ${LOOPBACK}`);
    const alone = directives((await production.call(`/s/${session.sessionId}`)).headers);
    assert.equal(
      alone.get('frame-ancestors'),
      'https://shop.example',
      'pages of this machine in local mode only',
    );
  });

  test('have no policy at all rather than one with a source that says more than an origin', () => {
    const plain = { imageSources: [], frameAncestors: [], publicOrigin: PUBLIC_URL };
    for (const source of [
      'https://a.example;script-src',
      'https://a,b',
      'https://*.a',
      "'self'",
      'a b',
      '',
    ]) {
      for (const wrong of [
        { imageSources: [source] },
        { frameAncestors: [source] },
        { publicOrigin: source },
      ]) {
        assert.throws(() => pageHeaders({ ...plain, ...wrong }), PolicySourceError, source);
      }
    }
  });

  test('say so when they are not built', async () => {
    const pages = { site: '/nowhere', widget: '/nowhere' };
    const bare = await service.restart({ pages, local: createLocalMode({ consoleFolder: '/nowhere' }) });
    for (const address of ['/', '/verify']) {
      const { status, body } = await bare.call(address);
      assert.equal(status, 503, address);
      assert.match(body, /not been built/);
    }
    assert.equal((await bare.call('/sign-session/sign-session.js')).status, 404);
    assert.match((await bare.call('/manual/errors.html')).body, /npm run manual/);
  });
});

describe('the manual', () => {
  test('is served below /manual by the names of its files', async () => {
    for (const [address, type, text] of [
      ['/manual/', /^text\/html/, 'Manual'],
      ['/manual/start.html', /^text\/html/, 'Start'],
      ['/manual/pt/', /^text\/html/, 'português'],
      ['/manual/start.md', /^text\/markdown/, '# Start'],
    ] as const) {
      const { status, headers, body } = await service.call(address);
      assert.equal(status, 200, address);
      assert.match(headers.get('Content-Type') ?? '', type);
      assert.ok(body.includes(text), address);
      assert.equal(headers.get('Cache-Control'), 'no-cache');
      const policy = headers.get('Content-Security-Policy') ?? 'unsafe';
      assert.doesNotMatch(policy, /unsafe|\*|http/);
      assert.match(policy, /require-trusted-types-for 'script'/);
    }
    const { status, headers } = await service.call('/manual/pt');
    assert.deepEqual([status, headers.get('Location')], [308, '/manual/pt/']);
    const style = await service.call('/manual/assets/style.DsTEu8xO.css');
    assert.match(style.headers.get('Cache-Control') ?? '', /immutable/);
    for (const missing of ['/manual/none.html', '/manual/../secret.txt', '/manual/none/'])
      assert.equal((await service.call(missing)).status, 404, missing);
  });
});

test('the manual opens in the browser’s language', async () => {
  for (const [accepted, place] of [
    ['pt-BR,pt;q=0.9,en;q=0.8', '/manual/pt/'],
    ['pt', '/manual/pt/'],
    ['en-US,en;q=0.9,pt;q=0.5', '/manual/'],
    ['fr', '/manual/'],
    [undefined, '/manual/'],
  ] as const) {
    const headers = accepted === undefined ? {} : { 'Accept-Language': accepted };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const response = await service.fetch(new Request(`${PUBLIC_URL}/manual`, { headers }));
    assert.deepEqual([response.status, response.headers.get('Location')], [302, place], accepted);
    assert.equal(response.headers.get('Vary'), 'Accept-Language');
  }
});

describe('files', () => {
  test('have the types that browsers insist on, and may be used from other origins', async () => {
    for (const [name, type] of [
      ['sign-session.js', /^text\/javascript/],
      ['assets/pdfjs/pdf-worker.mjs', /^text\/javascript/],
      ['assets/pdfjs/wasm/openjpeg.wasm', /^application\/wasm$/],
      ['assets/pdfjs/cmaps/KSCms-UHC-HW-H.bcmap', /^application\/octet-stream$/],
      ['assets/pdfjs/standard_fonts/FoxitDingbats.pfb', /^application\/octet-stream$/],
      ['assets/pdfjs/standard_fonts/LiberationSans-Bold.ttf', /^font\/ttf$/],
    ] as const) {
      const { status, headers } = await service.call(`/sign-session/${name}`);
      assert.equal(status, 200, name);
      assert.match(headers.get('Content-Type') ?? '', type);
      assert.equal(headers.get('Access-Control-Allow-Origin'), '*');
      assert.equal(headers.get('Cross-Origin-Resource-Policy'), 'cross-origin');
    }
  });

  test('have an address with the version in it, for widgets from npm; no other version has', async () => {
    const { version } = (await service.call('/health')).body;
    const name = 'assets/pdfjs/pdf-worker.mjs';
    const { status, headers } = await service.call(`/sign-session/${version}/${name}`);
    assert.equal(status, 200);
    assert.equal(headers.get('Access-Control-Allow-Origin'), '*');
    assert.equal(headers.get('Cache-Control'), 'public, max-age=31536000, immutable');
    assert.equal((await service.call(`/sign-session/9.9.9/${name}`)).status, 404);
  });

  test('are kept by browsers as long as their names allow', async () => {
    const caching = async (name: string) => (await service.call(name)).headers.get('Cache-Control');
    assert.equal(
      await caching('/sign-session/sign-session.js'),
      'public, max-age=0, stale-while-revalidate=600',
    );
    assert.equal(await caching('/sign-session/assets/pdfjs/cmaps/KSCms-UHC-HW-H.bcmap'), 'no-cache');
    assert.match((await caching('/sign-session/accept-BXyz0123.js')) ?? '', /immutable/);
    assert.match((await caching('/assets/verifier-DsTEu8xO.js')) ?? '', /immutable/);
    const { headers } = await service.call('/sign-session/sign-session.js');
    const again = await service.call('/sign-session/sign-session.js', {
      headers: { 'If-None-Match': headers.get('ETag') ?? '' },
    });
    assert.deepEqual([again.status, again.body], [304, '']);
    assert.equal(again.headers.get('Access-Control-Allow-Origin'), '*');
  });

  test('are sent whole, as no condition on a part is looked at', async () => {
    const { status, body } = await service.call('/sign-session/sign-session.js', {
      headers: { Range: 'bytes=0-1', 'If-Range': '"another"' },
    });
    assert.deepEqual([status, body], [200, 'export {};']);
  });

  test('come compressed when the build did it and the browser takes it', async () => {
    const name = '/assets/verifier-DsTEu8xO.js';
    const small = await service.fetch(
      new Request(PUBLIC_URL + name, { headers: { 'Accept-Encoding': 'gzip, br' } }),
    );
    assert.equal(small.headers.get('Content-Encoding'), 'br');
    assert.equal(small.headers.get('Vary'), 'Accept-Encoding');
    assert.match(small.headers.get('Content-Type') ?? '', /^text\/javascript/);
    const plain = await service.call(name);
    assert.equal(plain.headers.get('Content-Encoding'), null);
  });

  test('outside their folders are never served', async () => {
    for (const address of [
      '/sign-session/../secret.txt',
      '/sign-session/%2e%2e/secret.txt',
      '/sign-session/..%2fsecret.txt',
      '/sign-session/..%5csecret.txt',
      '/sign-session//etc/passwd',
      '/sign-session/%00',
      '/sign-session/%zz',
      '/assets/../../secret.txt',
      '/assets/.env',
      '/assets/',
      '/sign-session/assets',
    ]) {
      const { status, body } = await service.call(address);
      assert.equal(status, 404, address);
      assert.doesNotMatch(JSON.stringify(body), /outside|root:/);
    }
  });
});

/** A browser comes to an address. */
const opened = (address: string, language: string) =>
  service.fetch(
    new Request(`${PUBLIC_URL}${address}`, {
      headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': language },
    }),
  );

describe('an address that a person opens', () => {
  for (const address of [
    '/assinar',
    '/v1/nowhere',
    '/assets/none.js',
    '/manual/none.html',
    '/sign-session/none.js',
  ]) {
    test(`of nothing, ${address}, leads on`, async () => {
      const response = await opened(address, 'es-MX,es;q=0.9,en;q=0.5');
      assert.equal(response.status, 404);
      assert.match(response.headers.get('Content-Type') ?? '', /^text\/html/);
      const page = await response.text();
      assert.match(page, /<html lang="es">/);
      assert.match(page, /<a href="\/verify">Comprobar un documento<\/a>/);
    });
  }

  test('is a problem object for programs', async () => {
    const response = await service.fetch(
      new Request(`${PUBLIC_URL}/v1/nowhere`, { headers: { Accept: '*/*' } }),
    );
    assert.equal(response.headers.get('Content-Type'), 'application/problem+json');
    const posted = await service.fetch(
      new Request(`${PUBLIC_URL}/v1/nowhere`, { method: 'POST', headers: { Accept: 'text/html' } }),
    );
    assert.equal(posted.headers.get('Content-Type'), 'application/problem+json');
  });

  test('of a provider’s answer to nobody says so in the service’s look', async () => {
    const response = await opened('/cloud/callback?code=SECRET&state=none', 'en-GB,en');
    assert.equal(response.status, 410);
    const page = await response.text();
    assert.match(page, /<h1>This address was used before<\/h1>/);
    assert.doesNotMatch(page, /SECRET/);
    assert.equal(response.headers.get('Referrer-Policy'), 'no-referrer');
  });

  test('has the style that its policy admits, and nothing else', async () => {
    const response = await opened('/assinar', 'fr');
    const page = await response.text();
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const found = directives(response.headers);
    assert.equal(found.get('style-src'), `'sha256-${hash}'`);
    assert.equal(found.get('default-src'), "'none'");
    assert.match(page, /<html lang="pt-BR">/);
  });
});

test('a signer’s link opens with a slash behind its id, and no search engine keeps it', async () => {
  for (const address of ['/s/ss_1', '/s/ss_1/']) {
    const response = await service.fetch(new Request(`${PUBLIC_URL}${address}`));
    assert.equal(await response.text(), '<title>Sign</title>');
    assert.equal(response.headers.get('X-Robots-Tag'), 'noindex');
  }
});

test('programs find the manual’s list where they look for it', async () => {
  const response = await service.fetch(new Request(`${PUBLIC_URL}/llms.txt`));
  assert.deepEqual([response.status, response.headers.get('Location')], [302, '/manual/llms.txt']);
});
