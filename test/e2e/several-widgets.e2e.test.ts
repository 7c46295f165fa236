import type { Page, Request } from '@playwright/test';
import type { IntegratorSession } from '../support/integrator.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test } from './fixtures.ts';

/** As many as a browser has connections for a service by HTTP/1.1, which the tests' service speaks. */
const WIDGETS = 6;

const sessionOf = (request: Request): string =>
  /signing-sessions\/(\w+)\/events$/.exec(request.url())?.[1] ?? '';

/** The event streams that a page has open, by the session's id. */
function watchStreams(page: Page): Set<string> {
  const open = new Set<string>();
  page.on('request', request => sessionOf(request) !== '' && open.add(sessionOf(request)));
  page.on('requestfinished', request => open.delete(sessionOf(request)));
  page.on('requestfailed', request => open.delete(sessionOf(request)));
  return open;
}

/** A page of the service's own origin, where widgets, documents and fonts share its connections. */
async function openPage(page: Page, sessions: readonly IntegratorSession[]): Promise<void> {
  const secrets = sessions.map(({ clientSecret }) => clientSecret);
  await page.route('**/contracts.html', route =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contracts</title><link rel="icon" href="data:,">
        <script type="module" src="/sign-session/sign-session.js"></script><main></main>
        <script>
          for (const [index, secret] of ${JSON.stringify(secrets)}.entries()) {
            const element = document.createElement('sign-session');
            element.id = 'widget-' + index;
            element.clientSecret = secret;
            document.querySelector('main').append(element);
          }
        </script></html>`,
    }),
  );
  await page.goto('/contracts.html');
}

test('six sessions on a page all show their documents, two of them with a stream, and follow the service', async ({
  integrator,
  page,
}) => {
  test.setTimeout(120_000);
  const titles = Array.from({ length: WIDGETS }, (_, index) => `Contract ${index + 1}`);
  const sessions = await Promise.all(
    titles.map(title => integrator.createSession(onePagePdf(title), { locale: 'en' })),
  );
  const streams = watchStreams(page);
  await openPage(page, sessions);
  const signers = sessions.map((_, index) => new Signer(page, `#widget-${index}`));
  for (const signer of signers) await signer.seesDocument();
  await expect.poll(() => streams.size).toBe(2);

  const last = WIDGETS - 1;
  const idOf = (index: number) => sessions[index]?.sessionId ?? '';
  const screenOf = (index: number) => new Signer(page, `#widget-${index}`).screen;
  await screenOf(last).getByRole('checkbox').focus();
  await expect.poll(() => streams.has(idOf(last))).toBe(true);
  await expect.poll(() => streams.size).toBe(2);

  // One with a stream and one without hear that their sessions were cancelled.
  const without = sessions.findIndex(({ sessionId }) => !streams.has(sessionId));
  for (const index of [last, without]) await integrator.cancel(idOf(index));
  for (const index of [last, without])
    await expect(screenOf(index)).toContainText('cancelled', { timeout: 30_000 });
});
