import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS } from './browser-launch.ts';
import type { EnginePage, LiveOptions } from './live-page.ts';
import { REPORT_VIOLATIONS, sortProblems } from './page-problems.ts';
import { BROWSER_START_MS } from './patience.ts';

function listen(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') lines.push(message.text());
  });
  page.on('pageerror', error => lines.push(error.stack ?? error.message));
  return lines;
}

/** Chromium with Playwright's page beside the common calls: for what only one engine can do (dropped answers, downloads). */
export interface ChromiumPage extends EnginePage {
  readonly playwright: Page;
}

export async function openChromiumPage(
  executablePath: string,
  { viewport = { width: 1280, height: 800 }, media = {}, film }: LiveOptions,
): Promise<ChromiumPage> {
  const camera = film === undefined ? [] : [`--use-file-for-fake-video-capture=${film}`];
  const browser = await chromium.launch({
    executablePath,
    timeout: BROWSER_START_MS,
    args: [...CHROMIUM_ARGS, ...camera],
  });
  const context = await browser.newContext({ viewport, ...media });
  await context.addInitScript({ content: REPORT_VIOLATIONS });
  const page = await context.newPage();
  const lines = listen(page);
  return {
    playwright: page,
    goto: async url => {
      await page.goto(url);
    },
    evaluateExpression: expression => page.evaluate(expression),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: text => page.keyboard.type(text),
    press: chord => page.keyboard.press(chord),
    screenshot: () => page.screenshot(),
    setViewport: size => page.setViewportSize(size),
    problems: async () => sortProblems(lines),
    close: () => browser.close(),
  };
}
