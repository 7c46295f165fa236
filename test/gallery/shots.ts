import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { matchLocale } from '../../src/i18n/locales.ts';
import { launchChromium } from '../support/chromium.ts';
import { openGalleryPage, viewportOf } from './gallery-page.ts';

export interface ShotChoice {
  /** Names of states; undefined: all. */
  readonly states: readonly string[] | undefined;
  /** `360x640` and the like. */
  readonly sizes: readonly string[];
  /** `light`, `dark`, or `forced-colors`, which the browser emulates. */
  readonly schemes: readonly string[];
  readonly locales: readonly string[];
}

/** Writes pictures of states to `<folder>/<state>-<size>-<scheme>-<locale>.png`. */
export async function takeShots(url: string, folder: string, choice: ShotChoice): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await launchChromium();
  try {
    const page = await openGalleryPage(browser, url);
    const states = choice.states ?? (await page.evaluate(() => window.gallery.names));
    for (const locale of choice.locales)
      for (const scheme of choice.schemes)
        for (const size of choice.sizes)
          for (const state of states) {
            const file = path.join(folder, `${state}-${size}-${scheme}-${locale}.png`);
            try {
              await shoot(state, size, scheme, locale);
              console.log(file);
            } catch (error) {
              // What is there in place of the state is worth a look.
              console.error(`${file} shows another state: ${String(error).split('\n', 1)[0]}`);
              process.exitCode = 1;
            }
            await page.screenshot({ path: file });
          }

    async function shoot(state: string, size: string, scheme: string, locale: string): Promise<void> {
      await page.setViewportSize(viewportOf(size));
      await page.emulateMedia({ forcedColors: scheme === 'forced-colors' ? 'active' : 'none' });
      const look = { locale: matchLocale([locale]), scheme: scheme === 'dark' ? 'dark' : 'light' } as const;
      await page.evaluate(([name, how]) => window.gallery.show(name, how), [state, look] as const);
      await page.evaluate(() => window.gallery.drawn());
    }
  } finally {
    await browser.close();
  }
}
