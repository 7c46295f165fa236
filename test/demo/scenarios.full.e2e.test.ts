import { expect, test as base } from '../e2e/fixtures.ts';
import { QaPerson } from './qa-person.ts';

const test = base.extend<{ qa: QaPerson }>({
  /** Before the console, with an empty service. */
  qa: async ({ page, service }, use) => {
    await fetch(`${service.url}/_local/reset`, { method: 'POST' });
    await page.goto('/');
    await use(new QaPerson(page));
    await fetch(`${service.url}/_local/reset`, { method: 'POST' });
  },
});

test('the scenario of a wrong code comes to its expected end, step by step', async ({ page, qa }) => {
  await expect(page.getByRole('heading', { name: 'Choose a scenario' })).toBeVisible();
  await qa.runs('Wrong code, then right');
  await qa.accepts();
  await qa.enters('000000');
  await expect(page.locator('qa-run li', { hasText: 'The service finds a wrong code' })).toContainText(
    ': Yes',
  );
  await expect(page.locator('qa-run .verdict')).toHaveText('Waiting for the signer');
  await qa.enters();
  await qa.finds('As expected');
  await expect(page.getByText('Wrong code, then right, as expected')).toBeAttached();
});

test('scenarios move the clock, break the session off and send wrong things at their moment', async ({
  page,
  qa,
}) => {
  await qa.runs('Expired code');
  await qa.accepts();
  await expect(page.getByRole('button', { name: 'Remove: Clock 6 min ahead' })).toBeVisible();
  await qa.enters();
  await qa.finds('As expected so far');

  await qa.runs('Cancelled while open');
  await qa.finds('As expected');
  await expect(page.getByRole('button', { name: /^Remove: Clock/ })).toBeHidden();

  await qa.runs('Broken finalization');
  await qa.accepts();
  await qa.finds('As expected');

  await qa.runs('Damaged PDF');
  await qa.finds('As expected');
  await qa.runs('Wrong link');
  await qa.finds('As expected so far');
});

test('offline, the widget says so, and signs once the connection is back', async ({ page, qa }) => {
  await qa.runs('Offline while accepting');
  await qa.accepts();
  await expect(page.locator('qa-run li', { hasText: 'The widget reports an error' })).toContainText(': Yes');
  await page.getByLabel('Widget’s network').selectOption('normal');
  const widget = qa.widget();
  await expect(async () => {
    // It may have continued by itself.
    if (await widget.getByRole('heading', { name: 'Documento assinado' }).isVisible()) return;
    await widget.locator('button.primary').first().click({ timeout: 1000 });
    await expect(widget.getByRole('heading', { name: 'Documento assinado' })).toBeVisible({ timeout: 3000 });
  }).toPass();
  await qa.finds('As expected');
});

test('a service that goes down is said to be down, and the signature goes on once it is back', async ({
  page,
  qa,
}) => {
  await qa.runs('The service goes down');
  const remove = page.getByRole('button', { name: /^Remove: The service is down/ });
  await expect(remove).toBeVisible();
  await qa.accepts();
  await expect(page.locator('qa-run li', { hasText: 'The widget reports an error' })).toContainText(': Yes');
  await remove.click();
  await expect(remove).toBeHidden();
  await qa.widget().locator('button[type=submit]').click();
  await qa.finds('As expected');
});

test('a link brings scenario, settings and device back, and a scenario that ends otherwise is said to', async ({
  page,
  qa,
}) => {
  await qa.runs('Declined');
  await page.getByRole('radio', { name: 'Tablet' }).check();
  await expect(page).toHaveURL(/#scenario=end-declined&device\.device=tablet/);
  await page.reload();
  await expect(page.locator('qa-scenarios .selected')).toContainText('Declined');
  await expect(page.getByRole('radio', { name: 'Tablet' })).toBeChecked();
  await qa.runs('Declined');
  await qa.accepts();
  await qa.finds('Not as expected');
});
