/**
 * States of the gallery: what they need is seen, nothing is cut, covered or too small, the focus is where it belongs, and
 * axe finds nothing. `npm test` looks at each kind of screen in the windows of small phones; `FULL=1` at every state, at all
 * sizes, in dark colours, in all languages, in a second font, and in text of twice the size.
 */
import { chromium, expect, test as base, type Page } from '@playwright/test';
import { LOCALES } from '../../src/i18n/locales.ts';
import type { Question } from './checks/check-state.ts';
import { openGalleryPage, viewportOf } from './gallery-page.ts';
import { FINDING } from './findings-reporter.ts';
import { galleryAddresses } from './gallery-setup.ts';
import { isFullRun } from '../support/test-files.ts';
import { SAMPLE_NAMES, STATE_NAMES } from './state-names.ts';

/** axe takes the longest, and what it looks at hardly depends on the size. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  '360x640': 'all',
  '320x480': 'small',
  '640x360': 'small',
  '390x844': 'seen',
  '768x1024': 'layout',
  '1280x800': 'layout',
};

/** As wide as what most phones draw with; the browser's own on a computer without fonts of its own is wider. */
const SECOND_FONT = '"Liberation Sans"';
/** px: what a reader may set in place of the browser's 16. */
const LARGE_TEXT = 32;

const test = base.extend<object, { gallery: Page }>({
  gallery: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures off the pattern
    async ({}, use) => {
      const addresses = galleryAddresses();
      const browser = await chromium.connect(addresses.browser);
      await use(await openGalleryPage(browser, addresses.page));
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

const locales = isFullRun ? LOCALES : (['pt-BR'] as const);
const states = isFullRun ? STATE_NAMES : SAMPLE_NAMES;
const sizes = Object.entries(QUESTIONS).slice(0, isFullRun ? undefined : 3);

/** Sets the size of text as the reader does in their browser. */
async function setTextSize(page: Page, standard: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  await browser.detach();
}

test('the list of names has every state', async ({ gallery }) => {
  expect(await gallery.evaluate(() => window.gallery.names)).toEqual(STATE_NAMES);
});

test('every state says what has to be seen', async ({ gallery }) => {
  expect(await gallery.evaluate(() => window.gallery.unseen)).toEqual([]);
});

for (const locale of locales) {
  for (const state of states) {
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
      for (const [size, question] of sizes) {
        await gallery.setViewportSize(viewportOf(size));
        await look(size, question);
      }
      await gallery.evaluate(font => window.gallery.font(font), SECOND_FONT);
      for (const [size] of sizes) {
        await gallery.setViewportSize(viewportOf(size));
        await look(`${size} ${SECOND_FONT}`, 'seen');
      }
      await gallery.evaluate(() => window.gallery.font(undefined));
      if (isFullRun) {
        await setTextSize(gallery, LARGE_TEXT);
        await gallery.setViewportSize(viewportOf('1280x800'));
        await look('1280x800 200 %', 'seen');
        await setTextSize(gallery, 16);
        await gallery.evaluate(() => window.gallery.paint('dark'));
        await look('1280x800 dark', 'contrast');
      }
      await look('360x640', 'way on');
      await gallery.evaluate(() => window.gallery.close());
      annotations.push(...findings.map(description => ({ type: FINDING, description })));
      expect(findings).toEqual([]);
    });
  }
}
