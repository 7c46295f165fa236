import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test } from './fixtures.ts';

const PHONE = { width: 390, height: 844 };

/** An integrator’s page on the service's own origin, whose policy lets it do what it likes. */
const SHOP = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
  <script type="module" src="/sign-session/sign-session.js"></script><main></main></html>`;

test('a phone does one step, and the first page goes on with the next by itself', async ({
  integrator,
  person,
  openDevice,
  setFaces,
  signer,
}) => {
  const session = await integrator.createSession(onePagePdf('Contrato'), {
    policy: { profile: 'BIOMETRIC_PLUS_OTP' },
    signer: person,
    locale: 'en',
  });
  await setFaces('LIVE');
  await signer.open(session);
  await signer.accepts();
  await signer.presses('Continue on your phone');
  const link = (await signer.screen.getByRole('link').getAttribute('href')) ?? '';
  expect(new URL(link).pathname).toBe(`/s/${session.sessionId}`);
  expect([...new URL(link).searchParams.keys()]).toEqual(['h']);

  // The check is simulated there: the camera here shows no face.
  await setFaces('SIMULATED');
  const phone = new Signer(await openDevice({ viewport: PHONE }));
  await phone.open({ link });
  await phone.presses('Simulate the check');
  await phone.reads('Enter the 6-digit code');
  expect(new URL(phone.page.url()).search).toBe('');
  await signer.reads('Enter the 6-digit code');
  await signer.enters(await integrator.codeFor(person.email));
  await signer.reads('Document signed');
  expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'COMPLETED' });
});

test('a step that an older widget does not know is done on the signing page, and its own page goes on by itself @full', async ({
  context,
  integrator,
  page,
  service,
  signer,
}) => {
  const session = await integrator.createTrustSession({ policy: { profile: 'CLICK_ONLY' }, locale: 'en' });
  await page.route('**/shop', route => route.fulfill({ contentType: 'text/html', body: SHOP }));
  await page.route('**/v1/signing-sessions/*', async route => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('CLICK_ACCEPT', 'RETINA_SCAN');
    await route.fulfill({ response, body });
  });
  // Without the stream of events the widget has to ask.
  await page.route('**/v1/signing-sessions/*/events', route => route.abort());
  await page.goto(`${service.url}/shop`);
  await page.evaluate(clientSecret => {
    const element = Object.assign(document.createElement('sign-session'), { clientSecret });
    element.addEventListener('sign-completed', () => {
      document.title = 'Signed';
    });
    document.querySelector('main')?.append(element);
  }, session.clientSecret);
  await signer.reads('You can do the next step on the service’s page.');
  await signer.presses('Continue on the service’s page');
  const opening = context.waitForEvent('page');
  await signer.screen.getByRole('link', { name: 'Open the service’s page' }).click();
  const hosted = new Signer(await opening);
  await hosted.accepts();
  await hosted.reads('Confirmed');
  expect(new URL(hosted.page.url()).search).toBe('');
  await signer.reads('Confirmed');
  await expect(page).toHaveTitle('Signed');
});
