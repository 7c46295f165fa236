import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';

/** Seconds after the navigation. */
const MOMENTS = [2, 4, 6, 9, 13] as const;

/** CSS px of a picture in the strip. */
const WIDTH = 150;

/** A row of the strip: what it is called, and how its page is opened. */
export interface FilmRow {
  readonly label: string;
  readonly open: (page: Page) => Promise<void>;
}

interface Frame {
  /** ms since the navigation. */
  readonly at: number;
  /** A PNG, in base64. */
  readonly picture: string;
}

/** Films each row's page from its navigation on, and writes the pictures of five moments side by side, as a PNG. */
export async function writeFilmStrip(
  browser: Browser,
  rows: readonly FilmRow[],
  file: string,
): Promise<void> {
  const strips: string[] = [];
  for (const { label, open } of rows) {
    const frames = await film(browser, open);
    const pictures = MOMENTS.map(second => {
      const { picture } = frames.findLast(({ at }) => at <= second * 1000) ?? { picture: '' };
      const image = picture === '' ? '' : `<img src="data:image/png;base64,${picture}">`;
      return `<figure>${image}<figcaption>${second} s</figcaption></figure>`;
    });
    strips.push(`<h1>${label}</h1><section>${pictures.join('')}</section>`);
  }
  const page = await browser.newPage({
    viewport: { width: MOMENTS.length * (WIDTH + 12) + 12, height: 600 },
  });
  await page.setContent(`<style>
    body { background: #fff; color: #222; font: 13px sans-serif; margin: 8px 12px }
    h1 { font-size: 14px; margin: 8px 0 6px } section { display: flex; gap: 12px } figure { margin: 0; width: ${WIDTH}px }
    img { border: 1px solid #ccc; box-sizing: border-box; display: block; width: 100%; height: ${WIDTH * 2}px }
    figcaption { padding-top: 4px; text-align: center }
  </style>${strips.join('')}`);
  await writeFile(file, await page.screenshot({ fullPage: true }));
  await page.close();
}

async function film(browser: Browser, open: FilmRow['open']): Promise<readonly Frame[]> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const frames: Frame[] = [];
    let began = 0;
    session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      frames.push({ at: (metadata.timestamp ?? 0) * 1000 - began, picture: data });
      void session.send('Page.screencastFrameAck', { sessionId });
    });
    await session.send('Page.startScreencast', { format: 'png', maxWidth: WIDTH * 2, maxHeight: WIDTH * 4 });
    began = Date.now();
    await open(page);
    await page.waitForTimeout(Math.max(0, began + (MOMENTS.at(-1) ?? 0) * 1000 + 500 - Date.now()));
    return frames;
  } finally {
    await context.close();
  }
}
