import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../../../../test/e2e/fixtures.ts';
import { findAxeProblems } from '../../../../test/support/axe-in-page.ts';
import { contractPdf, look, PRICE, PRICE_LOOK } from '../../../verify/test/attacks/contract.ts';
import { signRaw, type Bytes } from '../../../verify/test/attacks/raw-signature.ts';
import { withChanged } from '../support/appended-update.ts';
import { sandboxHolder } from './sandbox-signature.ts';

const SIZES = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];

interface Files {
  readonly signed: Bytes;
  /** Signed again without a look, and with one. */
  readonly unseen: Bytes;
  readonly marked: Bytes;
  readonly filled: Bytes;
}

const test = base.extend<{ readonly files: Files }>({
  files: async ({ service }, use) => {
    const p12 = await fetch(`${service.url}/_local/certificates/good.p12`);
    const holder = await sandboxHolder(new Uint8Array(await p12.arrayBuffer()));
    const signed = signRaw(contractPdf(), holder);
    await use({
      signed,
      unseen: signRaw(signed, holder),
      marked: signRaw(signed, holder, { rect: '[30 770 230 800]', look: look('Assinado') }),
      filled: withChanged(signed, PRICE, field => field.replace('/V (100)', '/V (900)'), {
        [PRICE_LOOK]: look('900'),
      }),
    });
  },
});

const answer = (page: Page) => page.getByRole('heading', { level: 1 });

async function chooses(page: Page, bytes: Uint8Array): Promise<void> {
  const file = { name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** How many pixels of a canvas are no paper; none before something is drawn. */
const inkOf = (page: Page, canvas: string, index = 0) =>
  page
    .locator(canvas)
    .nth(index)
    .evaluate((element: HTMLCanvasElement) => {
      const { width, height } = element;
      if (width === 0) return 0;
      const { data } = element.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
      return data.filter((value, at) => at % 4 === 0 && value < 128 && data[at + 3] === 255).length;
    });

test.describe('in Portuguese', () => {
  test.use({ locale: 'pt-BR' });

  test('the verifier shows the page as it was signed beside the one that a later signature marked, and says who', async ({
    page,
    files,
  }) => {
    await page.goto('/verify');
    await chooses(page, files.unseen);
    await expect(answer(page)).toHaveText('Assinaturas íntegras');
    await chooses(page, files.marked);
    await expect(answer(page)).toHaveText('Não foi possível concluir a verificação');
    await expect(page.locator('main')).toContainText('Válida para o documento como foi assinado.');
    await expect(page.locator('main')).toContainText(
      /Uma assinatura posterior, de .+, deixou uma marca visível na página 1: compare/,
    );
    const signed = page.getByRole('img', { name: 'Página 1: Como foi assinado' });
    const now = page.getByRole('img', { name: 'Página 1: Como o arquivo está agora' });
    await expect(signed).toBeVisible();
    await expect.poll(() => inkOf(page, 'signed-pages canvas', 0)).toBeGreaterThan(100);
    await expect.poll(() => inkOf(page, 'signed-pages canvas', 1)).toBeGreaterThan(100);
    const [one, other] = [await signed.boundingBox(), await now.boundingBox()];
    expect([one?.x ?? 0, one?.y ?? 0] <= [other?.x ?? 0, other?.y ?? 0]).toBe(true);
    await expect(
      page.getByRole('link', { name: 'Baixar o arquivo como foi assinado (PDF)' }).first(),
    ).toBeVisible();
  });

  test('what was signed is shown beside what the file is now, and can be downloaded', async ({
    page,
    files,
  }) => {
    await page.goto('/verify');
    await chooses(page, files.filled);
    await expect(answer(page)).toHaveText('Não foi possível concluir a verificação');
    const summary = page.getByText('Mostrar o que foi assinado');
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => inkOf(page, 'signed-pages canvas', 0)).toBeGreaterThan(100);
    await expect.poll(() => inkOf(page, 'signed-pages canvas', 1)).toBeGreaterThan(100);
    await expect(page.getByText('Como o arquivo está agora')).toBeVisible();
    expect(await inkOf(page, 'signed-pages canvas', 0)).not.toBe(await inkOf(page, 'signed-pages canvas', 1));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Baixar o arquivo como foi assinado (PDF)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('contrato - assinatura 1.pdf');
    expect(new Uint8Array(await readFile(await download.path()))).toEqual(files.signed);
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
