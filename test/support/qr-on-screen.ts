/** What a phone's camera would read off another device's screen. */
import assert from 'node:assert/strict';
import readQr from 'jsqr';
import type { Page } from 'playwright-core';
import type { LiveBrowser } from './live-browser.ts';
import { PATIENCE_MS } from './patience.ts';

const LOOK_AGAIN_MS = 500;

/**
 * Reads the QR code that a browser shows; a screen may be painted a moment after the page has changed.
 *
 * @param page of Chromium, still empty, which takes the picture apart.
 */
export async function readQrOnScreen(browser: LiveBrowser, page: Page): Promise<string> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const code = await readQrIn(await browser.screenshot(), page);
    if (code !== undefined) return code;
    assert.ok(Date.now() < deadline, 'no QR code can be read off the screen');
    // An engine that is busy with screenshots does not come to paint.
    await new Promise(resolve => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function readQrIn(png: Buffer, page: Page): Promise<string | undefined> {
  const { width, height, pixels } = await page.evaluate(
    async source => {
      const picture = await createImageBitmap(await (await fetch(source)).blob());
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, picture.width, picture.height);
      // One shade for each pixel travels; a byte is a character.
      let shades = '';
      for (let at = 0; at < data.length; at += 4) shades += String.fromCodePoint(data[at] ?? 0);
      return { width: picture.width, height: picture.height, pixels: shades };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  const rgba = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : (pixels.codePointAt(at >> 2) ?? 0),
  );
  return readQr(rgba, width, height)?.data;
}
