import type { Page } from '@playwright/test';
import { expect, test as base } from '../../../../test/e2e/fixtures.ts';
import { findAxeProblems } from '../../../../test/support/axe-in-page.ts';
import { onePagePdf } from '../../../../test/support/small-pdf.ts';
import { contractPdf, stream } from '../../../verify/test/attacks/contract.ts';
import { signRaw } from '../../../verify/test/attacks/raw-signature.ts';
import { sandboxHolder, signedWith } from './sandbox-signature.ts';
import { signedEnvelope, signedEvidence, signWithoutPage, type SignedEvidence } from './signed-evidence.ts';

const ODD_IDS = {
  'an unknown id': 'ev_UNKNOWN',
  'a broken escape': '%zz',
  'half a character': '%c3',
  'a NUL': 'a%00b',
};

const LOCALES = {
  'pt-BR': { lang: 'pt-BR', test: 'Assinatura de teste registrada', steps: 'Como foi assinado' },
  'en-GB': { lang: 'en', test: 'Test signature recorded', steps: 'How it was signed' },
  'es-AR': { lang: 'es', test: 'Firma de prueba registrada', steps: 'Cómo se firmó' },
};

const SIZES = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];

const original = onePagePdf('Contrato');

const test = base.extend<{ readonly evidence: SignedEvidence }>({
  evidence: async ({ service, integrator }, use) => {
    await use(await signedEvidence(service.url, integrator, original));
  },
});

const answer = (page: Page) => page.getByRole('heading', { level: 1 });

async function chooses(page: Page, bytes: Uint8Array, name = 'contrato.pdf'): Promise<void> {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** The first file's bytes arrive when a later file's check has begun. */
function readFirstFileLate(): void {
  const checks = new EventTarget();
  const begun = new Promise(resolve => checks.addEventListener('begun', resolve));
  let reads = 0;
  Blob.prototype.arrayBuffer = async function arrayBuffer() {
    const isFirst = (reads += 1) === 1;
    const bytes = await new Response(this).arrayBuffer();
    if (isFirst) await begun;
    return bytes;
  };
  globalThis.Worker = class extends Worker {
    override postMessage(message: unknown, options: Transferable[] | StructuredSerializeOptions = []): void {
      super.postMessage(message, Array.isArray(options) ? { transfer: options } : options);
      checks.dispatchEvent(new Event('begun'));
    }
  };
}

/** Lets the page take the evidence for a real one. */
async function asInProduction(page: Page): Promise<void> {
  await page.route(/\/v1\/verify\/ev_\w+$/, async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), environment: 'production' } });
  });
}

for (const [locale, { lang, test: heading, steps }] of Object.entries(LOCALES)) {
  test.describe(`for a reader of ${locale}`, () => {
    test.use({ locale, timezoneId: 'America/Sao_Paulo' });

    test('the verifier says in their language that it is a test, and axe finds nothing @full', async ({
      page,
      evidence,
    }) => {
      await page.goto(`/verify/${evidence.evidenceId}`);
      await expect(answer(page)).toHaveText(heading);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(page.getByRole('heading', { name: steps })).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const size of SIZES) {
          await page.setViewportSize(size);
          expect(await findAxeProblems(page)).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
        }
      }
    });
  });
}

test.describe('in Portuguese', () => {
  test.use({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });

  test('the verifier says who signed, how and what it is worth, and takes another language', async ({
    page,
    evidence,
  }) => {
    await asInProduction(page);
    await page.goto(`/verify/${evidence.evidenceId}`);
    await expect(answer(page)).toHaveText('Assinatura registrada');
    for (const words of [
      /Assinado por Maria da S••• \(CPF •••\.982\.247-••\) em .* \(horário de Brasília; .* UTC\)/,
      'Assinatura eletrônica avançada, Lei 14.063/2020.',
      'Código enviado a m••••@exemplo.com.br · pelo serviço',
      'Código digitado e conferido · pelo signatário',
      'Acme Crédito (CNPJ 12.ABC.345/01DE-35)',
      'SIGN SESSION LOCAL TEST LTDA (CNPJ 11.222.333/0001-81)',
    ]) {
      await expect(page.locator('main')).toContainText(words);
    }
    await page.getByLabel('Idioma').selectOption('es');
    await expect(answer(page)).toHaveText('Firma registrada');
    await page.reload();
    await expect(answer(page)).toHaveText('Firma registrada');
  });

  test('nothing moves when the record comes', async ({ page, evidence }) => {
    await page.route(/\/v1\/verify\/ev_\w+$/, async route => {
      const response = await route.fetch();
      // The page without the record was drawn, and its reader looks at it.
      await page.waitForFunction(() => document.querySelector('h1') !== null);
      await page.evaluate(
        () =>
          new Promise<void>(resolve => {
            requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
          }),
      );
      await route.fulfill({ response });
    });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.goto(`/verify/${evidence.evidenceId}`);
      await expect(page.locator('.banner')).toBeVisible();
      const moved = await page.evaluate(
        () =>
          new Promise<number>(resolve => {
            new PerformanceObserver(list => {
              const values = list.getEntries().map(entry => ('value' in entry ? Number(entry.value) : 0));
              resolve(values.reduce((sum, value) => sum + value, 0));
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(0), 500);
          }),
      );
      expect(moved).toBeLessThan(0.002);
    }
  });

  test('a file is checked on the device: signed, original, changed, another', async ({ page, evidence }) => {
    await asInProduction(page);
    await page.goto(`/verify/${evidence.evidenceId}`);
    await expect(answer(page)).toHaveText('Assinatura registrada');
    const sent: string[] = [];
    page.on('request', request => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));

    await chooses(page, evidence.signed);
    await expect(answer(page)).toHaveText('Assinatura íntegra');
    await expect(answer(page)).toBeFocused();
    await expect(page.locator('main')).toContainText('É o arquivo assinado, byte a byte');
    await chooses(page, original);
    await expect(answer(page)).toHaveText('Documento original, sem a assinatura');
    const changed = Uint8Array.from(evidence.signed);
    changed[200] = (changed[200] ?? 0) ^ 1;
    await chooses(page, changed);
    await expect(answer(page)).toHaveText('Alterado depois da assinatura');
    await chooses(page, onePagePdf('Outro'));
    await expect(answer(page)).toHaveText('Este não é o arquivo assinado');
    await chooses(page, evidence.pack, 'evidencia.p7m');
    await expect(answer(page)).toHaveText('Assinatura íntegra');
    expect(await findAxeProblems(page)).toEqual([]);
    for (const request of sent) expect(request).toMatch(/^GET \/(v1\/verify\/trust-anchors|assets\/)/);
  });

  test('a file is checked though an earlier one, which took longer to read, arrives meanwhile', async ({
    page,
    evidence,
  }) => {
    await asInProduction(page);
    await page.addInitScript(readFirstFileLate);
    await page.goto(`/verify/${evidence.evidenceId}`);
    await chooses(page, original);
    await chooses(page, evidence.signed);
    await expect(answer(page)).toHaveText('Assinatura íntegra');
  });

  test('a file is checked without a network once the page has what it needs @full', async ({
    page,
    evidence,
  }) => {
    await asInProduction(page);
    await page.goto(`/verify/${evidence.evidenceId}`);
    await chooses(page, original);
    await expect(answer(page)).toHaveText('Documento original, sem a assinatura');
    await page.context().setOffline(true);
    await chooses(page, evidence.signed);
    await expect(answer(page)).toHaveText('Assinatura íntegra');
    await page.context().setOffline(false);
  });

  test('without an evidence id, a file that is dropped leads to its evidence @full', async ({
    page,
    evidence,
  }) => {
    await page.goto('/verify');
    await expect(answer(page)).toHaveText('Verificação de assinatura');
    expect(await findAxeProblems(page)).toEqual([]);
    const data = await page.evaluateHandle(bytes => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(bytes)], 'contrato.pdf'));
      return transfer;
    }, Array.from(evidence.signed));
    await page.dispatchEvent('body', 'drop', { dataTransfer: data });
    await expect(answer(page)).toHaveText('Assinatura de teste íntegra');
    await expect(page.locator('main')).toContainText('É o arquivo assinado, byte a byte');
    await expect(page.locator('main')).toContainText('Maria da S•••');
  });

  test('without an evidence id, each file is compared with the evidence that it names itself', async ({
    page,
    evidence,
    service,
    integrator,
  }) => {
    const second = await signedEvidence(service.url, integrator, onePagePdf('Outro contrato'));
    await asInProduction(page);
    await page.goto('/verify');
    await chooses(page, evidence.signed);
    await expect(answer(page)).toHaveText('Assinatura íntegra');
    await page.getByText('Baixar os arquivos').click();
    const field = page.getByLabel('Link pessoal ou token de acesso');
    await field.fill(evidence.session.link);
    await field.press('Enter');
    await expect(page.getByRole('link', { name: 'Documento assinado (PDF)' })).toBeVisible();

    await chooses(page, second.signed);
    await expect(answer(page)).toHaveText('Assinatura íntegra');
    await expect(page.locator('main')).toContainText(second.evidenceId);
    await expect(page.locator('main')).not.toContainText(evidence.evidenceId);
    await expect(page.getByRole('link', { name: 'Documento assinado (PDF)' })).toHaveCount(0);

    await chooses(page, onePagePdf('Sem evidência'));
    await expect(answer(page)).toHaveText('Este PDF não tem assinaturas');
    await expect(page.locator('main')).not.toContainText(second.evidenceId);
  });

  test('a record that comes late is not shown with a later file', async ({ page, evidence }) => {
    const gate = new EventTarget();
    const opened = new Promise(resolve => gate.addEventListener('opened', resolve));
    await page.route(/\/v1\/verify\/ev_\w+$/, async route => {
      const response = await route.fetch();
      await opened;
      await route.fulfill({ response });
    });
    await page.goto('/verify');
    const asked = page.waitForRequest(/\/v1\/verify\/ev_\w+$/);
    await chooses(page, evidence.signed);
    await asked;
    await chooses(page, onePagePdf('Sem evidência'));
    await expect(answer(page)).toHaveText('Este PDF não tem assinaturas');
    const response = page.waitForResponse(/\/v1\/verify\/ev_\w+$/);
    gate.dispatchEvent(new Event('opened'));
    await (await response).finished();
    await page.evaluate(() => new Promise<void>(resolve => void setTimeout(resolve)));
    await expect(page.locator('main')).toContainText('Não foi comparado com o registro do serviço');
    await expect(page.locator('main')).not.toContainText(evidence.evidenceId);
  });

  test('what the device could not check is checked by the service, when the reader sends the file @full', async ({
    page,
    context,
    service,
  }) => {
    const p12 = await fetch(`${service.url}/_local/certificates/good.p12`);
    const file = await signedWith(new Uint8Array(await p12.arrayBuffer()));
    await context.route('**/v1/verify/revocation-list**', route => route.abort());
    await page.goto('/verify');
    await chooses(page, file);
    await expect(answer(page)).toHaveText('Não foi possível concluir a verificação');
    await expect(page.locator('main')).toContainText(
      'Não foi possível conferir se o certificado foi revogado',
    );
    expect(await findAxeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enviar para a conferência completa' }).click();
    await expect(answer(page)).toHaveText('Assinaturas de teste íntegras');
    await expect(page.locator('main')).toContainText('O certificado não foi revogado');
    await context.unroute('**/v1/verify/revocation-list**');
    await chooses(page, file);
    await expect(page.locator('main')).toContainText('O certificado não foi revogado');
    await expect(page.getByText('Conferido também pelo serviço')).toBeHidden();
  });

  test('a file that is larger than the service takes is not offered to it, which the page says', async ({
    page,
    context,
    service,
  }) => {
    const p12 = await fetch(`${service.url}/_local/certificates/good.p12`);
    const large = contractPdf({ objects: [stream('', 'x'.repeat(8_000_000))] });
    const file = signRaw(large, await sandboxHolder(new Uint8Array(await p12.arrayBuffer())));
    await context.route('**/v1/verify/revocation-list**', route => route.abort());
    await page.goto('/verify');
    await chooses(page, file);
    await expect(answer(page)).toHaveText('Não foi possível concluir a verificação');
    await expect(page.locator('main')).toContainText('que só aceita arquivos de até 7,5 MB');
    await expect(page.getByRole('button', { name: 'Enviar para a conferência completa' })).toHaveCount(0);
  });

  test('the document with the signatures of all is known as such, with all who signed', async ({
    page,
    service,
  }) => {
    const { ids, combined } = await signedEnvelope(service.url, original);
    await asInProduction(page);
    for (const path of [`/verify/${ids[0]}`, '/verify']) {
      await page.goto(path);
      await chooses(page, combined);
      await expect(answer(page)).toHaveText('Assinado por todos e íntegro');
      await expect(page.locator('main')).toContainText(
        'É o documento com as assinaturas de todos, byte a byte',
      );
      await expect(page.locator('.result')).toContainText('Assinado por Maria da S•••');
      await expect(page.locator('.result')).toContainText('Assinado por João P•••');
    }
  });

  test('a file of the sandbox is called a test, also where nobody answers for its record', async ({
    page,
    evidence,
  }) => {
    await page.route(/\/v1\/verify\/ev_\w+$/, route => route.abort());
    await page.goto('/verify');
    await chooses(page, evidence.signed);
    await expect(answer(page)).toHaveText('Assinaturas de teste íntegras');
    await expect(page.locator('.banner')).toHaveText('Feita em ambiente de teste, sem validade jurídica.');
  });

  test('who else signs the document is named, with the way to their evidence @full', async ({
    page,
    service,
  }) => {
    const { ids } = await signedEnvelope(service.url, original);
    const [first, second] = ids;
    await page.goto(`/verify/${first}`);
    await expect(page.locator('main')).toContainText('Assinaram 2 de 2 pessoas.');
    await page.getByRole('link', { name: /^João P•••, assinou em/ }).click();
    await expect(page).toHaveURL(`${service.url}/verify/${second}`);
    await expect(page.getByRole('link', { name: /^Maria da S•••, assinou em/ })).toBeVisible();
  });

  test('a confirmation is never called a signature, and says what was confirmed @full', async ({
    page,
    service,
    integrator,
  }) => {
    const evidenceId = await signWithoutPage(service.url, await integrator.createTrustSession());
    await asInProduction(page);
    await page.goto(`/verify/${evidenceId}`);
    await expect(answer(page)).toHaveText('Confirmação registrada');
    await expect(page.locator('main')).toContainText('Transferência de R$ 1.250,00');
    await expect(page.locator('main')).toContainText(/Confirmado por Maria da S•••/);
    const visible = await page.locator('body').innerText();
    expect(visible).not.toMatch(/assin/i);
  });

  test('the files are for whoever has the signer’s link @full', async ({
    page,
    evidence,
    service,
    integrator,
  }) => {
    const stranger = await integrator.createSession(original);
    await page.goto(`/verify/${evidence.evidenceId}`);
    await page.getByText('Baixar os arquivos').click();
    const field = page.getByLabel('Link pessoal ou token de acesso');
    await field.fill(stranger.link);
    await field.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Este link não dá acesso aos arquivos desta evidência.');
    await field.fill(evidence.session.link);
    await field.press('Enter');
    const link = page.getByRole('link', { name: 'Documento assinado (PDF)' });
    const file = await fetch((await link.getAttribute('href')) ?? '');
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(evidence.signed));
    expect(page.url()).toBe(`${service.url}/verify/${evidence.evidenceId}`);
  });
});

test('the verifier page says that there is no evidence for what is no evidence’s id @full', async ({
  page,
}) => {
  for (const [what, id] of Object.entries(ODD_IDS)) {
    await page.goto(`/verify/${id}`);
    await expect(answer(page), what).toHaveText('Evidence not found');
  }
});
