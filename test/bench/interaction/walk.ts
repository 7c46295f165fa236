import type { Page } from '@playwright/test';
import type { Integrator, IntegratorSession } from '../../support/integrator.ts';
import { Signer } from '../../support/signer.ts';

/** One step of a signing, by its name. */
export type WalkStep = readonly [string, () => Promise<void>];

/** Where the code is sent. */
export const ADDRESS = 'maria@exemplo.com.br';

/** A signer on a phone: opens the link, looks at the document with every tool, agrees, types the code. In English. */
export function walk(page: Page, session: IntegratorSession, integrator: Integrator): readonly WalkStep[] {
  const signer = new Signer(page);
  const { widget, screen } = signer;
  const tap = (name: string) => widget.getByRole('button', { name, exact: true }).first().tap();
  return [
    [
      'opens the link',
      async () => {
        await signer.open(session);
        await page.locator('sign-session[data-ready]').waitFor();
      },
    ],
    [
      'reads full screen, zooms, goes to a page',
      async () => {
        await tap('Full screen');
        await tap('More tools');
        await tap('Zoom in');
        await tap('Zoom out');
        await widget.getByRole('textbox', { name: 'Page' }).fill('3');
        await page.keyboard.press('Enter');
      },
    ],
    [
      'finds a word',
      async () => {
        await tap('Find in the document');
        await page.keyboard.type('sigilo', { delay: 60 });
        await tap('Next result');
        await tap('Close');
        await tap('Back to signing');
      },
    ],
    [
      'thinks of declining',
      async () => {
        await screen.getByRole('button', { name: 'Decline' }).tap();
        await screen.getByRole('button', { name: 'Go back without declining' }).tap();
      },
    ],
    [
      'agrees',
      async () => {
        await widget.getByRole('checkbox').tap();
        await screen.locator('button[type=submit]').tap();
        await widget.locator('input[autocomplete="one-time-code"]').waitFor();
      },
    ],
    [
      'types the code',
      async () => {
        await widget.locator('input[autocomplete="one-time-code"]').tap();
        await page.keyboard.type(await integrator.codeFor(ADDRESS), { delay: 60 });
        await screen.getByRole('button', { name: 'Confirm' }).tap();
        await screen.getByText('Document signed').first().waitFor();
      },
    ],
  ];
}
