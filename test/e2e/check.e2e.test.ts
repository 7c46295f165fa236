import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { PageCheck } from '../../src/index.ts';
import { expect, test as base } from './fixtures.ts';

/** What a page needs by the README, directive by directive, and what is found where one of them is missing. */
const directives = (service: string): readonly (readonly [missing: string, code: string])[] => [
  [`connect-src ${service}`, 'policy-connect'],
  ['worker-src blob:', 'policy-worker'],
  ["img-src 'self' data: blob:", 'policy-image'],
  ["trusted-types lit-html sign-session 'allow-duplicates'", 'policy-trusted-types'],
  ["'wasm-unsafe-eval'", 'policy-wasm'],
];

function policyWithout(service: string, missing: string): string {
  const needed = directives(service).map(([directive]) => directive);
  const scripts = `script-src 'self' 'unsafe-inline' ${service}`;
  const others = needed.filter(directive => directive !== missing && directive !== "'wasm-unsafe-eval'");
  const wasm = missing === "'wasm-unsafe-eval'" ? '' : " 'wasm-unsafe-eval'";
  const types = missing.startsWith('trusted-types') ? ['trusted-types lit-html'] : [];
  return [
    "default-src 'none'",
    scripts + wasm,
    "require-trusted-types-for 'script'",
    ...types,
    ...others,
  ].join('; ');
}

const PAGE = (
  service: string,
): string => `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
<script type="module">
  import { SignSession } from '${service}/sign-session/sign-session.js';
  globalThis.check = options => SignSession.check(options);
  document.title = 'Ready';
</script></html>`;

const test = base.extend<{ shop: string }>({
  shop: async ({ service }, use) => {
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      response.setHeader('Content-Type', 'text/html');
      response.setHeader(
        'Content-Security-Policy',
        policyWithout(service.url, searchParams.get('without') ?? ''),
      );
      if (searchParams.has('no-camera')) response.setHeader('Permissions-Policy', 'camera=()');
      response.end(PAGE(service.url));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert(typeof address === 'object' && address !== null);
    await use(`http://127.0.0.1:${String(address.port)}/`);
    server.close();
  },
});

test('the check names the directive that a page’s policy lacks, and nothing where it lacks none', async ({
  browser,
  service,
  shop,
}) => {
  const page = await browser.newPage();
  const found = async (query: string): Promise<readonly string[]> => {
    await page.goto(shop + query);
    await expect(page).toHaveTitle('Ready');
    const options = { baseUrl: service.url, profile: 'BIOMETRIC' };
    const { findings } = await page.evaluate<PageCheck, object>(
      given => Reflect.get(globalThis, 'check')(given),
      options,
    );
    // This machine may have no camera and no graphics.
    return findings.map(({ code }) => code).filter(code => !/camera-(?:missing|unsupported)/.test(code));
  };
  expect(await found('')).toEqual([]);
  for (const [missing, code] of directives(service.url)) {
    expect(await found(`?without=${encodeURIComponent(missing)}`), missing).toContain(code);
  }
  expect(await found('?no-camera')).toEqual(['camera-policy']);
  await page.close();
});
