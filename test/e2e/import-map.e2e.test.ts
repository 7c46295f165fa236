import { VERSION } from '../../src/version.ts';
import { Signer } from '../support/signer.ts';
import { expect, test } from './fixtures.ts';

test('a site without a bundler imports the packages by an import map, with the hash of the script', async ({
  integrator,
  page,
  request,
  service,
  session,
}) => {
  const base = `/sign-session/${VERSION}`;
  const hashes: Record<string, string> = await (await request.get(`${base}/integrity.json`)).json();
  const map = {
    imports: { 'sign-session': `${base}/sign-session.js`, 'sign-session/open': `${base}/open.js` },
    integrity: { [`${base}/sign-session.js`]: hashes['sign-session.js'] },
  };
  await page.route('**/shop.html', route =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
        <script type="importmap">${JSON.stringify(map)}</script><main></main>
        <script type="module">
          import { SignSession } from 'sign-session';
          import { openSigning } from 'sign-session/open';
          document.title = typeof openSigning;
          const element = document.createElement('sign-session');
          element.baseUrl = '${service.url}';
          element.clientSecret = ${JSON.stringify(session.clientSecret)};
          if (element instanceof SignSession) document.querySelector('main').append(element);
        </script></html>`,
    }),
  );
  await page.goto('/shop.html');
  const signer = new Signer(page);
  await signer.accepts();
  await signer.reads('Document signed');
  await expect(page).toHaveTitle('function');
  expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'COMPLETED' });
});
