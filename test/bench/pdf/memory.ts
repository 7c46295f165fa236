import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from '@playwright/test';

/**
 * What a page's process holds, MB: its heap, its workers and its canvases. On Linux what the kernel counts as the
 * process's own, without libraries that all processes share; elsewhere what the browser itself measures, which
 * leaves the canvases out.
 */
export async function memoryOf(page: Page): Promise<number> {
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const own = browser === undefined ? undefined : await largestRenderer(browser);
  return own ?? (await measuredByPage(page));
}

async function largestRenderer(browser: CDPSession): Promise<number | undefined> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = await Promise.all(renderers.map(({ id }) => privateMemory(id)));
  const known = sizes.filter(size => size !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** @returns MB; `undefined` where there is no `/proc`. */
async function privateMemory(pid: number): Promise<number | undefined> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => undefined);
  if (rollup === undefined) return undefined;
  const lines = rollup.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm);
  return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1024;
}

async function measuredByPage(page: Page): Promise<number> {
  const bytes: unknown = await page.evaluate(
    'performance.measureUserAgentSpecificMemory().then(({ bytes }) => bytes)',
  );
  return Number(bytes) / 1024 / 1024;
}
