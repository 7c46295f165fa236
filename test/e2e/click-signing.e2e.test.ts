import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { assertSealed } from '../../packages/service/test/support/pdf-checks.ts';
import { runTool } from '../../packages/service/test/support/tools.ts';
import { Integrator } from '../support/integrator.ts';
import { newDataFolder } from '../support/ready-service.ts';
import { startService } from '../support/service-process.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { Signer } from '../support/signer.ts';
import { expect, test } from './fixtures.ts';

/** Whether something is drawn: pixels of more than one colour. */
function isDrawn(canvas: HTMLElement | SVGElement): boolean {
  if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return false;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  const colours = new Uint32Array(pixels?.buffer ?? new ArrayBuffer());
  return colours.some(colour => colour !== colours[0]);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('ends with a sealed document and evidence that other tools verify', async ({
    integrator,
    signer,
    page,
    context,
  }) => {
    const original = onePagePdf('Contrato');
    const session = await integrator.createSession(original);
    await signer.open(session);
    await signer.reads('Revise e assine o documento');
    await signer.seesDocument();
    // A page that gets another size gets another canvas.
    await expect.poll(() => page.locator('.page canvas').first().evaluate(isDrawn)).toBe(true);
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar o documento' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('contrato.pdf');
    expect(new Uint8Array(await readFile(await download.path()))).toEqual(original);

    await signer.accepts();
    await signer.reads('Documento assinado');
    // The service says the name of what was signed to nobody after the end: the page has kept it.
    await expect(signer.widget.getByText('contrato.pdf', { exact: true })).toBeVisible();
    const { pack, signed } = await integrator.results(session.transactionId);
    expect(Buffer.from(signed).subarray(0, original.length)).toEqual(Buffer.from(original));
    assertSealed(signed);
    const verify = ['cms', '-verify', '-inform', 'DER', '-noverify', '-binary'];
    const { status, stdout } = runTool('openssl', verify, pack);
    expect(status).toBe(0);
    expect(JSON.parse(stdout.toString())).toMatchObject({ sessionId: session.sessionId });

    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Conferir a assinatura' }).click();
    const verifier = await opening;
    await expect(verifier.getByRole('heading', { level: 1 })).toHaveText('Test signature recorded');
    await expect(verifier.getByText(/Signed by Maria da S•••/)).toBeVisible();
    const hashes = [
      ['SHA-256 of the original document', original],
      ['SHA-256 of the signed file', signed],
    ] as const;
    for (const [label, file] of hashes) {
      const fact = verifier.locator('dl > div').filter({ hasText: label });
      await expect(fact).toContainText(createHash('sha256').update(file).digest('hex'));
    }
  });
});

test('keeps the secret out of address, storage and log, and goes on after a reload', async ({
  integrator,
  service,
  session,
  signer,
  page,
}) => {
  const requested: URL[] = [];
  page.on('request', request => requested.push(new URL(request.url())));
  await signer.open(session);
  await signer.seesDocument();
  const address = page.url();
  expect(address).toBe(`${service.url}/s/${session.sessionId}`);
  const toApi = requested.filter(({ pathname }) => pathname.startsWith('/v1/signing-sessions/'));
  // The event stream may be open before the document is there, or after it.
  const own = `${service.url}/v1/signing-sessions/${session.sessionId}`;
  expect([own, `${own}/events`]).toEqual(expect.arrayContaining(toApi.map(String)));
  const leaks = requested.filter(url => url.href.includes('ss_secret') && !url.pathname.startsWith('/s/'));
  expect(leaks).toEqual([]);
  const kept = await page.evaluate(() => {
    const stored = [localStorage, sessionStorage].flatMap(storage => Object.values(storage).map(String));
    return [...stored, document.cookie, new XMLSerializer().serializeToString(document)].join('\n');
  });
  expect(kept).not.toContain('ss_secret');

  await signer.widget.getByRole('checkbox').check();
  await page.reload();
  await signer.seesDocument();
  await expect(signer.widget.getByRole('checkbox')).not.toBeChecked();
  await signer.accepts();
  await signer.reads('Document signed');
  await page.reload();
  await signer.reads('Document signed');
  expect(service.output()).not.toMatch(/ss_secret|Maria|529\.?982/);

  // Another visit to the address has no secret: it lies in the history entry of the first.
  await page.goto('about:blank');
  await page.goto(address);
  await signer.reads('This link does not work');
  expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'COMPLETED' });
});

test('can be declined, with a reason, and an old link says so @full', async ({
  integrator,
  session,
  signer,
}) => {
  await signer.open(session);
  await signer.presses('Decline');
  await signer.screen.getByRole('textbox', { name: 'Reason' }).fill('The price is wrong.');
  await signer.presses('Decline');
  await signer.reads('You declined');
  expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'CANCELLED' });
  await signer.open(session);
  await signer.reads('You declined');
});

test('says that the integrator cancelled, without being asked @full', async ({
  integrator,
  session,
  signer,
}) => {
  await signer.open(session);
  await signer.seesDocument();
  await integrator.cancel(session.sessionId);
  await signer.reads('This session was cancelled');
});

test('expires by the service’s clock, without being asked, and an old link says so @full', async ({
  integrator,
  signer,
}) => {
  const session = await integrator.createSession(onePagePdf('Contrato'), {
    locale: 'en',
    expiresInMinutes: 5,
  });
  await signer.open(session);
  await signer.seesDocument();
  await integrator.advanceClock(301);
  await signer.reads('This session has expired');
  await signer.open(session);
  await signer.reads('This session has expired');
  await integrator.restoreClock();
  expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'EXPIRED' });
});

test('leads back to the integrator’s site, and from there back to the end @full', async ({
  integrator,
  signer,
  page,
}) => {
  const returnUrl = 'https://shop.example/orders/7';
  await page.route(`${returnUrl}*`, route => route.fulfill({ contentType: 'text/html', body: 'Thank you' }));
  const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en', returnUrl });
  await signer.open(session);
  await signer.accepts();
  await signer.reads('Document signed');
  await signer.reads('in 5 seconds');
  await signer.presses('Back to Acme');
  await page.getByText('Thank you').waitFor();
  const [address = '', receipt = ''] = page.url().split('#');
  expect(address).toBe(
    `${returnUrl}?sessionId=${session.sessionId}&status=COMPLETED&session_id=${session.sessionId}`,
  );
  expect(receipt).toMatch(/^sign_session_receipt=/);
  await page.goBack();
  await signer.reads('Document signed');
});

test('ends in “signed” when the service is killed in the middle and comes back @full', async ({ page }) => {
  // The service starts twice.
  test.slow();
  const dataFolder = await newDataFolder();
  const first = await startService({ pages: true, dataFolder });
  let service = first;
  try {
    const integrator = new Integrator(first.url);
    const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
    const signer = new Signer(page);
    await page.clock.install();
    await signer.open(session);
    await signer.seesDocument();
    await first.stop('SIGKILL');
    await signer.accepts();
    await signer.reads('We could not find out whether your answer was recorded');
    // The page would ask again by itself sooner or later: here the signer does.
    await page.clock.pauseAt(Date.now() + 1000);
    service = await startService({ pages: true, dataFolder, port: Number(new URL(first.url).port) });
    await signer.presses('Check again');
    await signer.reads('So far, nothing is signed');
    await page.clock.resume();
    await signer.presses('Agree and sign');
    await signer.reads('Document signed');
    expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'COMPLETED' });
  } finally {
    await service.stop('SIGKILL');
    await rm(dataFolder, { recursive: true, force: true });
  }
});
