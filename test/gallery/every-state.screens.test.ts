/**
 * Every state of the gallery, at the sizes below: nothing that it needs is below the fold, nothing is cut, covered or too
 * small, the focus is where it belongs, and axe finds nothing. `ALL_LOCALES=1` looks at all languages.
 */
import { expect, test as base, type Page } from '@playwright/test';
import { LOCALES } from '../../src/i18n/locales.ts';
import { launchChromium } from '../support/chromium.ts';
import type { Question } from './checks/check-state.ts';
import { openGalleryPage, viewportOf } from './gallery-page.ts';
import { FINDING } from './findings-reporter.ts';
import { galleryUrl } from './gallery-setup.ts';
import { STATE_NAMES } from './state-names.ts';

/** What is asked at which size. axe takes the longest: its rules look at what no size changes, but for contrast. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  '360x640': { axe: 'all' },
  '320x480': { onlyReach: true },
  '768x1024': {},
  '1280x800': {},
};

const test = base.extend<object, { gallery: Page }>({
  gallery: [
    async ({}, use) => {
      const browser = await launchChromium();
      await use(await openGalleryPage(browser, galleryUrl()));
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

const locales = process.env['ALL_LOCALES'] === undefined ? (['pt-BR'] as const) : LOCALES;

test('the list of names has every state', async ({ gallery }) => {
  expect(await gallery.evaluate(() => window.gallery.names)).toEqual(STATE_NAMES);
});

for (const locale of locales) {
  for (const state of STATE_NAMES) {
    test(`${state} (${locale})`, async ({ gallery }, { annotations }) => {
      const findings: string[] = [];
      const look = async (size: string, question: Question): Promise<void> => {
        const found = await gallery.evaluate(asked => window.gallery.check(asked), question);
        findings.push(...found.map(finding => `${state} ${size} ${finding}`));
      };
      await gallery.setViewportSize(viewportOf('360x640'));
      await gallery.evaluate(
        ([name, where]) => window.gallery.show(name, { locale: where, scheme: 'light' }),
        [state, locale] as const,
      );
      for (const [size, question] of Object.entries(QUESTIONS)) {
        await gallery.setViewportSize(viewportOf(size));
        await look(size, question);
      }
      await gallery.evaluate(() => window.gallery.paint('dark'));
      await look('1280x800 dark', { axe: 'contrast' });
      await gallery.evaluate(() => window.gallery.close());
      annotations.push(...findings.map(description => ({ type: FINDING, description })));
      expect(findings).toEqual([]);
    });
  }
}
