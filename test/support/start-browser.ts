import { findWebKitGtk, type Engine } from './browsers.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { startPuppeteerBrowser } from './puppeteer-browser.ts';
import { WebKitGtk } from './webkitgtk-driver.ts';

async function startWebKitGtk(): Promise<DrivenBrowser> {
  const programs = findWebKitGtk();
  if (programs === undefined) throw new Error('WebKitGTK needs MiniBrowser, WebKitWebDriver and Xvfb.');
  return WebKitGtk.start(programs);
}

/** Starts a browser of an engine: a second or two. @throws Error where it is not installed */
export function startBrowser(engine: Engine): Promise<DrivenBrowser> {
  return engine === 'webkit' ? startWebKitGtk() : startPuppeteerBrowser(engine);
}
