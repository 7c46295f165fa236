import type { puppeteerCore } from '@web/test-runner-chrome';
import { z } from 'zod';
import type { MediaPreferences } from './media.ts';

type Browser = Awaited<ReturnType<typeof puppeteerCore.launch>>;
export type Page = Awaited<ReturnType<Browser['newPage']>>;

/** The raw WebDriver BiDi connection that Puppeteer has to Firefox but does not put in its types. */
interface BidiConnection {
  send(method: string, params: unknown): Promise<unknown>;
}

function hasBidiConnection(browser: object): browser is { connection: BidiConnection } {
  return 'connection' in browser && browser.connection instanceof Object && 'send' in browser.connection;
}

const contextTree = z.object({ result: z.object({ contexts: z.array(z.object({ context: z.string() })) }) });

type DevTools = Awaited<ReturnType<Page['createCDPSession']>>;

const devToolsOf = new WeakMap<Page, DevTools>();

/** Chromium: one DevTools command, on a session that stays open because its end would undo the emulation. */
export async function setChromiumMedia(page: Page, media: MediaPreferences): Promise<void> {
  const devTools = devToolsOf.get(page) ?? (await page.createCDPSession());
  devToolsOf.set(page, devTools);
  await devTools.send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: media.colorScheme ?? '' },
      { name: 'prefers-reduced-motion', value: media.reducedMotion ?? '' },
      { name: 'forced-colors', value: media.forcedColors ?? '' },
    ],
  });
}

/**
 * Firefox: no protocol command covers forced colours, so the browsing context's own overrides are set from
 * the browser's privileged page. Needs Firefox to be started with `--remote-allow-system-access`.
 */
export async function setFirefoxMedia(browser: Browser, media: MediaPreferences): Promise<void> {
  if (!hasBidiConnection(browser)) throw new Error('This Firefox is not driven by WebDriver BiDi.');
  const { connection } = browser;
  const tree = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const [chrome] = contextTree.parse(tree).result.contexts;
  if (chrome === undefined) throw new Error('Firefox shows no privileged page to set media overrides from.');
  const overrides = {
    prefersColorSchemeOverride: media.colorScheme ?? 'none',
    prefersReducedMotionOverride: media.reducedMotion ?? 'none',
    forcedColorsOverride: media.forcedColors ?? 'none',
  };
  await connection.send('script.evaluate', {
    target: { context: chrome.context },
    awaitPromise: true,
    expression: `for (const tab of gBrowser.tabs) Object.assign(tab.linkedBrowser.browsingContext, ${JSON.stringify(overrides)})`,
  });
}
