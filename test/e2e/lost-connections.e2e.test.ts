import { EventEmitter, once } from 'node:events';
import type { Page } from '@playwright/test';
import { Signer } from '../support/signer.ts';
import { expect, test as base } from './fixtures.ts';

interface Confirmation {
  /** Goes on from the code to the end. */
  confirms(): Promise<void>;
  readonly sessionId: string;
  readonly link: string;
}

/** An action to be confirmed with a code. */
const test = base.extend<{ confirmation: Confirmation }>({
  confirmation: async ({ integrator, person, signer }, use) => {
    const session = await integrator.createTrustSession({ signer: person, locale: 'en' });
    const confirms = async () => {
      await signer.reads('Enter the 6-digit code');
      await signer.enters(await integrator.codeFor(person.email));
      await signer.reads('Confirmed');
    };
    await use({ ...session, confirms });
  },
});

/** The widget's chunk for the code. */
const CODE_CHUNK = '**/otp-screen-*.js';

/** Fails that many requests for the chunk. @returns how often it was requested so far */
async function failChunk(page: Page, times: number): Promise<() => number> {
  let requests = 0;
  await page.route(CODE_CHUNK, route => {
    requests += 1;
    return requests > times ? route.continue() : route.abort('internetdisconnected');
  });
  return () => requests;
}

test('a chunk that failed to preload is fetched again when it is needed @full', async ({
  confirmation,
  signer,
  page,
}) => {
  // The second asks whether the file is there at all.
  const requests = await failChunk(page, 2);
  await signer.open(confirmation);
  await expect.poll(requests).toBe(2);
  await signer.accepts();
  await confirmation.confirms();
  expect(requests()).toBe(3);
});

test('a chunk that does not load leaves what was done, and comes on another try or a later visit @full', async ({
  confirmation,
  integrator,
  signer,
  page,
}) => {
  await failChunk(page, Number.POSITIVE_INFINITY);
  await signer.open(confirmation);
  await signer.accepts();
  await signer.reads('The next step did not load');
  await signer.reads('What you have done so far still counts.');
  await signer.presses('Try again');
  await signer.reads('Reload the page to continue.');
  expect(await integrator.status(confirmation.sessionId)).toMatchObject({ status: 'ACTIVE' });

  await page.unroute(CODE_CHUNK);
  await page.reload();
  await confirmation.confirms();
  expect(await integrator.status(confirmation.sessionId)).toMatchObject({ status: 'COMPLETED' });
});

test('a minute without a network loses nothing: a press is answered, and works when it is back', async ({
  confirmation,
  integrator,
  person,
  signer,
  page,
}) => {
  await page.clock.install();
  await signer.open(confirmation);
  await signer.seesDocument();
  await page.context().setOffline(true);
  await signer.accepts();
  await signer.reads('You are offline, so nothing was sent.');
  // Second by second: between them every request has to fail by itself.
  for (let second = 0; second < 60; second += 1) await page.clock.runFor(1000);
  await page.context().setOffline(false);
  await expect(signer.screen).not.toContainText('You are offline');
  await expect(signer.widget.getByRole('checkbox')).toBeChecked();
  await signer.presses('Confirm');
  await signer.reads('Enter the 6-digit code');
  expect(await integrator.messagesTo(person.email)).toHaveLength(1);
});

test('a viewer that does not load tells nobody who has left, and whoever comes back @full', async ({
  page,
  service,
  session,
  problems,
}) => {
  problems.expect(/document-viewer-.* can’t be loaded: the server answers 404/);
  let requests = 0;
  const missing = new EventEmitter();
  await page.route('**/document-viewer-*.js', async route => {
    requests += 1;
    if (requests === 1) await once(missing, 'known');
    await route.fulfill({ status: 404 });
  });
  await page.route('**/shop', route =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
        <script type="module" src="/sign-session/sign-session.js"></script><main></main></html>`,
    }),
  );
  await page.goto(`${service.url}/shop`);
  const element = await page.evaluateHandle(clientSecret => {
    const created = Object.assign(document.createElement('sign-session'), { clientSecret, locale: 'en' });
    document.querySelector('main')?.append(created);
    return created;
  }, session.clientSecret);
  await expect.poll(() => requests).toBe(1);
  await element.evaluate(gone => gone.remove());
  const answered = page.waitForResponse('**/document-viewer-*.js');
  missing.emit('known');
  await answered;
  // Frames are drawn only by a page that is not caught in a loop of requests.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
  });
  expect(requests).toBe(1);
  await element.evaluate(back => document.querySelector('main')?.append(back));
  await expect(new Signer(page).widget.getByText('The document could not be shown')).toBeVisible();
});
