import { launchChromium } from '../../support/chromium.ts';
import { buildBenchPage, startBenchServer } from '../pdf/bench-server.ts';
import { memoryOf } from '../pdf/memory.ts';

/** How often the reader stops on the way. */
const STOPS = 60;

/** MB that the page's process holds after 300 pages were read. */
export interface MemoryOfReading {
  /** With what the browser has not collected yet: how much that is changes from run to run. */
  readonly uncollected: number;
  readonly held: number;
}

/** Reads a contract of 300 pages from its first page to its last in the document pane, in a browser of its own. */
export async function memoryOfReading(): Promise<MemoryOfReading> {
  await buildBenchPage();
  const server = await startBenchServer();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(server.origin);
    await page.waitForFunction(() => 'pdfBench' in window);
    const assetsUrl = `${server.origin}/assets/`;
    const request = { file: '300 pages', reader: 'pane', warm: true, pictureWidth: 0, assetsUrl } as const;
    await page.evaluate(asked => window.pdfBench.open(asked), request);
    await page.evaluate(stops => window.pdfBench.readThrough(stops), STOPS);
    const uncollected = await memoryOf(page);
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    return { uncollected, held: await memoryOf(page) };
  } finally {
    await browser.close();
    server.close();
  }
}
