import { z } from 'zod';
import type { WebKitGtkPrograms } from './browsers.ts';
import type { EnginePage, LiveOptions } from './live-page.ts';
import { RECORD_ERRORS, REPORT_VIOLATIONS, sortProblems, TAKE_ERRORS } from './page-problems.ts';
import { WebKitGtk } from './webkitgtk-driver.ts';

/** WebKitGTK. Its driver hears no console, so errors are kept in the page and fetched before it goes away. */
export async function openWebKitPage(
  programs: WebKitGtkPrograms,
  { viewport = { width: 1280, height: 800 }, media = {} }: LiveOptions,
): Promise<EnginePage> {
  const browser = await WebKitGtk.start({ programs, dark: media.colorScheme === 'dark' });
  await browser.setViewportSize(viewport);
  const lines: string[] = [];
  const evaluateExpression = (expression: string): Promise<unknown> => browser.call(`() => ${expression}`);
  const takeErrors = async (): Promise<void> => {
    lines.push(...z.array(z.string()).parse(await evaluateExpression(TAKE_ERRORS)));
  };
  return {
    goto: async url => {
      await takeErrors();
      await browser.navigate(url, RECORD_ERRORS + REPORT_VIOLATIONS);
    },
    evaluateExpression,
    clickAt: ({ x, y }) => browser.mouse.click(x, y),
    type: text => browser.keyboard.type(text),
    press: chord => browser.keyboard.press(chord),
    screenshot: () => browser.screenshot(),
    setViewport: size => browser.setViewportSize(size),
    problems: async () => {
      await takeErrors();
      return sortProblems(lines);
    },
    close: () => browser.close(),
  };
}
