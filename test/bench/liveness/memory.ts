import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** Bytes, once what can be thrown away is. */
export interface Memory {
  /** Of the page's own objects. */
  readonly heap: number;
  /** Of the page's process that no other shares: its workers', WebAssembly's and pictures' too. */
  readonly process: number;
}

/** Measures a page in Chromium on Linux. */
export async function measureMemory(page: Page): Promise<Memory> {
  const session = await page.context().newCDPSession(page);
  try {
    // Workers have collectors of their own, which only this reaches.
    await session.send('Memory.simulatePressureNotification', { level: 'critical' });
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { heap: usedSize, process: await privateMemory(page) };
  } finally {
    await session.detach();
  }
}

/** The largest renderer is the page's; Chromium keeps an empty one beside it. */
async function privateMemory(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('The page has no browser.');
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    return Math.max(...(await Promise.all(renderers.map(({ id }) => privateBytes(id)))));
  } finally {
    await session.detach();
  }
}

async function privateBytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].map(([, amount]) => Number(amount));
  return 1024 * kilobytes.reduce((sum, amount) => sum + amount, 0);
}
