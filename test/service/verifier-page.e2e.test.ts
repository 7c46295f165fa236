import { expect, test } from '../e2e/fixtures.ts';

const ODD_IDS = {
  'an unknown id': 'ev_UNKNOWN',
  'a broken escape': '%zz',
  'half a character': '%c3',
  'a NUL': 'a%00b',
};

test('the verifier page says that there is no evidence for what is no evidence’s id', async ({ page }) => {
  for (const [what, id] of Object.entries(ODD_IDS)) {
    await page.goto(`/verify/${id}`);
    await expect(page.getByRole('status'), what).toHaveText(
      'There is no evidence with this id. Check the address.',
    );
  }
});
