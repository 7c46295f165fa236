import { expect, test } from '../../e2e/fixtures.ts';

const ODD_IDS = {
  'an unknown id': 'ev_UNKNOWN',
  'a broken escape': '%zz',
  'half a character': '%c3',
  'a NUL': 'a%00b',
};

const TITLES = {
  'pt-BR': 'Verificação de assinatura',
  'en-GB': 'Signature verification',
  'es-AR': 'Verificación de firma',
};

for (const [locale, title] of Object.entries(TITLES)) {
  test.describe(`for a reader of ${locale}`, () => {
    test.use({ locale });

    test('the verifier page is in their language', async ({ page }) => {
      await page.goto('/verify/ev_UNKNOWN');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.locator('html')).toHaveAttribute(
        'lang',
        locale.startsWith('pt') ? 'pt-BR' : locale.slice(0, 2),
      );
    });
  });
}

test('the verifier page says that there is no evidence for what is no evidence’s id', async ({ page }) => {
  for (const [what, id] of Object.entries(ODD_IDS)) {
    await page.goto(`/verify/${id}`);
    await expect(page.getByRole('status'), what).toHaveText(
      'There is no evidence with this id. Check the address.',
    );
  }
});
