import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../support/browser-launch.ts';
import { findChromium } from '../support/browsers.ts';
import { startGallery } from './gallery-server.ts';

const PAGE = 'GALLERY_URL';
const BROWSER = 'GALLERY_BROWSER';

/**
 * Playwright's global setup: serves the gallery, and starts one browser, to all workers. A worker ends with each test
 * that fails; its browser would have to start again.
 */
export default async function prepareGallery(): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  const browser = await chromium.launchServer({
    args: [...CHROMIUM_ARGS],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const gallery = await startGallery();
  process.env[PAGE] = gallery.url;
  process.env[BROWSER] = browser.wsEndpoint();
  return async () => {
    await browser.close();
    await gallery.close();
  };
}

/** Where gallery and browser are, in a worker. */
export function galleryAddresses(): { readonly page: string; readonly browser: string } {
  const { [PAGE]: page, [BROWSER]: browser } = process.env;
  if (page === undefined || browser === undefined) throw new Error('The gallery is not served.');
  return { page, browser };
}
