/** `sign-session/open` on a page without a bundler: the service's script. */
import { expect, test } from './fixtures.ts';
import { Signer } from '../support/signer.ts';

test('a page without a bundler opens a signing over itself by the service’s script', async ({
  page,
  session,
  integrator,
}) => {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
    <button>Sign</button><output></output>
    <script type="module">
      import { openSigning } from '/sign-session/open.js';
      document.querySelector('button').addEventListener('click', () => {
        const secret = Promise.resolve('${session.clientSecret}');
        openSigning(secret, { mode: 'overlay', baseUrl: location.origin, locale: 'en' }).settled.then(({ outcome }) => {
          document.querySelector('output').textContent = outcome;
        });
      });
    </script></html>`;
  await page.route('**/shop', route => route.fulfill({ contentType: 'text/html', body }));
  const scripts: string[] = [];
  page.on('request', request => scripts.push(new URL(request.url()).pathname));
  await page.goto('/shop');
  await page.getByRole('button', { name: 'Sign' }).waitFor();
  expect(scripts).not.toContain('/sign-session/sign-session.js');
  await page.getByRole('button', { name: 'Sign' }).click();
  const signer = new Signer(page);
  await signer.accepts();
  await signer.reads('Document signed');
  await expect(page.locator('output')).toHaveText('completed');
  expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'COMPLETED' });
});
