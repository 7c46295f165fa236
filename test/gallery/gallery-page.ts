import type { Browser, Page } from '@playwright/test';

/** A window of the browser with the gallery's page in it, and nothing shown yet. */
export async function openGalleryPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${url}/?empty`);
  await page.waitForFunction(() => 'gallery' in window);
  return page;
}

/** `360x640` as Playwright wants it. */
export function viewportOf(size: string): { width: number; height: number } {
  const [width, height] = size.split('x').map(Number);
  if (!width || !height) throw new Error(`${size} is no size: write 360x640.`);
  return { width, height };
}
