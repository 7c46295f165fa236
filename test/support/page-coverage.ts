import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Page } from './puppeteer-media.ts';

/** Set by `npm run coverage`: the folder that raw V8 coverage of pages goes to, one file a page. */
const folder = process.env['COVERAGE'];

/** What V8 counted of one script, with the script, as monocart-coverage-reports reads it. */
interface ScriptCoverage {
  readonly url: string;
  readonly source: string;
  readonly functions: readonly unknown[];
}

/** Begins to count what a page runs, from its next navigation. Nothing without `COVERAGE`. */
export async function startCoverage(page: Page): Promise<void> {
  if (folder === undefined) return;
  await page.coverage.startJSCoverage({ includeRawScriptCoverage: true });
}

/** Writes what was counted so far, and begins anew. */
export async function writeCoverage(page: Page): Promise<void> {
  if (folder === undefined) return;
  const entries = await page.coverage.stopJSCoverage();
  const scripts = entries.map(({ url, text, rawScriptCoverage }): ScriptCoverage => ({
    url,
    source: text,
    functions: rawScriptCoverage?.functions ?? [],
  }));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${randomUUID()}.json`), JSON.stringify(scripts));
  await startCoverage(page);
}
