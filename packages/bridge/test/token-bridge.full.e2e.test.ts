import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signaturesIn } from '../../service/test/support/pdf-checks.ts';
import { expect, test } from '../../../test/e2e/fixtures.ts';
import { PASSWORD } from '../../../test/support/certificate-files.ts';
import { launchChromium } from '../../../test/support/chromium.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { Signer } from '../../../test/support/signer.ts';
import { numberedPdf, onePagePdf } from '../../../test/support/small-pdf.ts';
import { BridgeProgram } from './support/bridge-program.ts';
import { SoftToken, whyNoTokens } from './support/softhsm.ts';
import { NEVER, startTestBridge } from './support/test-bridge.ts';

const why = whyNoTokens();

const MARIA = {
  policy: { profile: 'DIGITAL_CERTIFICATE' },
  signer: { name: 'Maria da Silva', cpf: '529.982.247-25' },
  locale: 'en',
};

/** An integrator's page with the widget, under a policy that lets in no more than it needs. */
async function openShop(service: string, clientSecret: string, port: number) {
  const policy = [
    `default-src 'none'; script-src ${service}; worker-src blob:; img-src data: blob:`,
    `connect-src ${service} ws://127.0.0.1:${port}`,
  ].join('; ');
  const server = createServer((_request, response) => {
    response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .setHeader('Content-Security-Policy', policy)
      .end(`<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
      <script type="module" src="${service}/sign-session/sign-session.js"></script>
      <sign-session token-bridge="${port}" client-secret="${clientSecret}" base-url="${service}"></sign-session></html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const address = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** A bridge for a token with Maria's certificate. `end` stops and removes it. */
async function startBridge(service: string) {
  const token = new SoftToken();
  const port = await freePort();
  const file = await fetch(`${service}/_local/certificates/good.p12`);
  token.unpack('maria', new Uint8Array(await file.arrayBuffer()), PASSWORD);
  token.add('maria', 'a1');
  token.addAuthority('maria-ca', 'c1');
  const env = { ...token.env, XDG_CONFIG_HOME: token.workshop.folder };
  const options = ['--terminal', '--lang', 'en', '--port', String(port), '--module', token.module];
  const program = new BridgeProgram(options, env);
  await program.says(`127.0.0.1:${port}`);
  const end = async () => {
    expect(await program.stop()).toBe(0);
    token.remove();
  };
  return { program, port, pin: token.pin, end };
}

test('a signer signs with a token through the bridge, on an integrator’s page with a policy', async ({
  integrator,
  page,
  service,
}) => {
  test.skip(why !== undefined, why);
  const { program: bridge, port, pin, end } = await startBridge(service.url);
  const session = await integrator.createSession(onePagePdf('Contract'), MARIA);
  const shop = await openShop(service.url, session.clientSecret, port);
  try {
    await page.goto(shop.origin);
    const signer = new Signer(page);
    await signer.accepts();
    await signer.presses('On this computer (token or card)');
    await signer.presses('Connect');

    const shown = await bridge.says('Does the page show the same number?');
    expect(shown).toContain(shop.origin);
    const [, number = '?'] = /^ {4}(\d{3} \d{3})$/m.exec(shown) ?? [];
    await expect(signer.screen.getByText(number)).toBeVisible();
    bridge.types('1');
    await bridge.says('May the site see it?');
    bridge.types('1');
    await signer.reads('Matches the signer');
    await signer.screen.locator('[part="submit"]').click();
    await bridge.says('1. contrato.pdf');
    await signer.reads('Confirm in the bridge');
    bridge.types('1');
    await bridge.says('PIN of Test token');
    bridge.types('9999');
    await bridge.says('The PIN is incorrect.');
    bridge.types(pin);
    await signer.reads('Document signed');

    const { signed } = await integrator.results(session.transactionId);
    expect(signaturesIn(signed).map(({ validation }) => validation)).toEqual(['Signature is Valid.']);
    expect(bridge.output).not.toContain(pin);
  } finally {
    await end();
    shop.close();
  }
});

test('a signer signs twelve documents after one question and one PIN', async ({
  integrator,
  page,
  service,
}) => {
  test.skip(why !== undefined, why);
  const { program: bridge, port, pin, end } = await startBridge(service.url);
  const files = Array.from({ length: 12 }, (_, index) => numberedPdf(index + 1));
  const session = await integrator.createSession(new Uint8Array(), {
    ...MARIA,
    document: undefined,
    documents: files.map((bytes, index) => ({
      title: `Annex ${index + 1}`,
      content: Buffer.from(bytes).toString('base64'),
    })),
  });
  const shop = await openShop(service.url, session.clientSecret, port);
  try {
    await page.goto(shop.origin);
    const signer = new Signer(page);
    await expect(signer.screen.getByRole('listitem')).toHaveCount(12);
    await expect(signer.screen.getByText('Loading the documents')).toHaveCount(0);
    await signer.widget.getByRole('checkbox').check();
    await signer.presses('Agree and continue');
    await signer.presses('On this computer (token or card)');
    await signer.presses('Connect');
    await bridge.says('Does the page show the same number?');
    bridge.types('1');
    await bridge.says('May the site see it?');
    bridge.types('1');
    await signer.presses('Sign 12 documents');
    const question = await bridge.says('12. Annex 12');
    expect(question).toContain('asks you to sign 12 documents');
    bridge.types('1');
    await bridge.says('PIN of Test token');
    bridge.types(pin);
    await expect(signer.widget.getByRole('heading', { name: 'Documents signed' })).toBeVisible();

    const signed = await integrator.signedDocuments(session.sessionId);
    expect(signed).toHaveLength(12);
    for (const bytes of signed)
      expect(signaturesIn(bytes).map(({ validation }) => validation)).toEqual(['Signature is Valid.']);
    expect(bridge.output.split('PIN of').length).toBe(2);
  } finally {
    await end();
    shop.close();
  }
});

for (const isGranted of [false, true]) {
  const outcome = isGranted ? 'connects, when' : 'says what to do, unless';
  test(`a page of another network ${outcome} Chrome’s user lets it reach this computer`, async ({
    integrator,
    service,
  }) => {
    const bridge = await startTestBridge();
    bridge.dialogs.answers = [NEVER];
    const session = await integrator.createSession(onePagePdf('Contract'), MARIA);
    const shop = await openShop(service.url, session.clientSecret, bridge.port);
    const isPublic = [shop.origin, service.url].map(url => `${new URL(url).host}=public`).join();
    const browser = await launchChromium(undefined, [`--ip-address-space-overrides=${isPublic}`]);
    try {
      const context = await browser.newContext();
      // Without it, Chrome without a window takes the prompt for refused.
      if (isGranted) await context.grantPermissions(['local-network-access']);
      await Signer.prepare(context);
      const page = await context.newPage();
      await page.goto(shop.origin);
      const signer = new Signer(page);
      await signer.accepts();
      await signer.presses('On this computer (token or card)');
      await signer.reads(
        'If your browser asks whether this site may reach programs on this computer, allow it.',
      );
      await signer.presses('Connect');
      await signer.reads(isGranted ? 'Compare this number' : 'Allow it in the site’s settings');
    } finally {
      await browser.close();
      shop.close();
      await bridge.close();
    }
  });
}
