import { DEFAULT_PORT } from '@sign-session/bridge-protocol';
import { expect, test } from '../../../../test/e2e/fixtures.ts';
import { findAxeProblems } from '../../../../test/support/axe-in-page.ts';
import { onePagePdf } from '../../../../test/support/small-pdf.ts';
import { startTestBridge } from '../../../bridge/test/support/test-bridge.ts';

const LANGUAGES = {
  'pt-BR': { heading: 'Assinar com token ou cartão', lang: 'pt-BR' },
  'en-GB': { heading: 'Sign with a token or card', lang: 'en' },
  'es-AR': { heading: 'Firmar con token o tarjeta', lang: 'es' },
};

for (const [locale, { heading, lang }] of Object.entries(LANGUAGES)) {
  test.describe(() => {
    test.use({ locale });

    test(`the page about tokens speaks the browser’s language: ${locale}`, async ({ page }) => {
      for (const size of [
        { width: 360, height: 640 },
        { width: 640, height: 360 },
        { width: 1280, height: 800 },
      ]) {
        await page.setViewportSize(size);
        await page.goto('/token-bridge');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expect(page).toHaveTitle(heading);
        await expect(page.locator('html')).toHaveAttribute('lang', lang);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
        expect(await findAxeProblems(page)).toEqual([]);
      }
    });
  });
}

test.describe('with a bridge on its usual port, which there is once on a computer', () => {
  // One after the other.
  test.describe.configure({ mode: 'default' });

  test('the page about tokens says whether the bridge runs on this computer, and pairs with nothing', async ({
    page,
    problems,
  }) => {
    problems.expect(/WebSocket connection to 'ws:..127\.0\.0\.1:27413.' failed/);
    await page.goto('/token-bridge?lang=en');
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('The bridge is not open on this computer.')).toBeVisible();

    const bridge = await startTestBridge({ port: DEFAULT_PORT });
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('The bridge is open on this computer.')).toBeVisible();
    expect(bridge.dialogs.asked, 'nothing was asked of the signer').toEqual([]);
    expect(await bridge.pairings.list()).toEqual([]);
    await bridge.close();
  });

  test('a signer whose bridge does not run is led to the page in a window, and back to the step', async ({
    context,
    integrator,
    problems,
    signer,
  }) => {
    problems.expect(/WebSocket connection to 'ws:..127\.0\.0\.1:27413.' failed/);
    const session = await integrator.createSession(onePagePdf('Contract'), {
      policy: { profile: 'DIGITAL_CERTIFICATE' },
      locale: 'en',
    });
    await signer.open(session);
    await signer.accepts();
    const { page } = signer;
    await page.getByRole('button', { name: 'On this computer' }).click();
    await page.getByRole('button', { name: 'Connect' }).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'How to use a token on this computer' }).click();
    const help = await opened;
    await expect(help.getByRole('heading', { level: 1 })).toHaveText('Sign with a token or card');
    expect(new URL(help.url()).search, 'nothing of the session').toBe('?lang=en');
    await help.getByRole('combobox').selectOption('pt-BR');
    await expect(help.getByRole('heading', { level: 1 })).toHaveText('Assinar com token ou cartão');
    const closed = help.waitForEvent('close');
    await help.getByRole('button', { name: 'Voltar' }).click();
    await closed;
    await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible();
  });
});
