import { puppeteerCore } from '@web/test-runner-chrome';
import { FIREFOX_ARGS, FIREFOX_PREFERENCES } from './browser-launch.ts';
import type { EnginePage, LiveOptions } from './live-page.ts';
import { REPORT_VIOLATIONS, sortProblems } from './page-problems.ts';
import { BROWSER_START_MS } from './patience.ts';
import { setFirefoxMedia, type Page } from './puppeteer-media.ts';

type Key = Parameters<Page['keyboard']['press']>[0];

/**
 * What Firefox may log of a worker that ends, with its page or before it, also one that had begun well. An
 * import that fails in earnest leaves the signer without pages, which a test sees.
 */
const ENDED_WORKER = /error loading dynamically imported module: .*\/pdfjs\//;

function listen(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') lines.push(message.text());
  });
  page.on('pageerror', error => {
    const line = error instanceof Error ? error.message : String(error);
    if (!ENDED_WORKER.test(line)) lines.push(line);
  });
  return lines;
}

async function pressChord(page: Page, chord: string): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Puppeteer itself refuses unknown keys
  const keys = chord.split('+').map(key => (key === 'Space' ? ' ' : key)) as Key[];
  const last = keys.pop();
  for (const key of keys) await page.keyboard.down(key);
  if (last !== undefined) await page.keyboard.press(last);
  for (const key of keys.toReversed()) await page.keyboard.up(key);
}

/** Firefox through WebDriver BiDi. */
export async function openFirefoxPage(
  executablePath: string,
  { viewport = { width: 1280, height: 800 }, media = {} }: LiveOptions,
): Promise<EnginePage> {
  const browser = await puppeteerCore.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: BROWSER_START_MS,
    args: [...FIREFOX_ARGS],
    extraPrefsFirefox: { ...FIREFOX_PREFERENCES },
  });
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.evaluateOnNewDocument(REPORT_VIOLATIONS);
  await setFirefoxMedia(browser, media);
  const lines = listen(page);
  return {
    goto: async url => {
      await page.goto(url);
    },
    evaluateExpression: expression => page.evaluate(expression),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: text => page.keyboard.type(text),
    press: chord => pressChord(page, chord),
    screenshot: async () => Buffer.from(await page.screenshot()),
    setViewport: size => page.setViewport(size),
    problems: async () => sortProblems(lines),
    close: () => browser.close(),
  };
}
