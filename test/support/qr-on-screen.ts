/** What a phone's camera would read off another device's screen. */
import { expect, type Locator } from '@playwright/test';
import readQr from 'jsqr';

/** Reads the QR code that an element shows, once it is painted. */
export async function readQrOnScreen(element: Locator): Promise<string> {
  let code: string | undefined;
  const read = async () => {
    const png = await element.screenshot();
    const { width, height, grey } = await greyPicture(element, png);
    const rgba = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) =>
      at % 4 === 3 ? 255 : (grey.codePointAt(at >> 2) ?? 0),
    );
    code = readQr(rgba, width, height)?.data;
    return code;
  };
  await expect.poll(read, 'a QR code on the screen').toBeDefined();
  return code ?? '';
}

/** Has a page of its own take the picture apart: the policy of the signer's page would not let it. */
async function greyPicture(
  element: Locator,
  png: Buffer,
): Promise<{ width: number; height: number; grey: string }> {
  const page = await element.page().context().newPage();
  try {
    return await page.evaluate(
      async source => {
        const picture = await createImageBitmap(await (await fetch(source)).blob());
        const { width, height } = picture;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.drawImage(picture, 0, 0);
        const { data } = context.getImageData(0, 0, width, height);
        // One shade for each pixel travels; a byte is a character.
        let grey = '';
        for (let at = 0; at < data.length; at += 4) grey += String.fromCodePoint(data[at] ?? 0);
        return { width, height, grey };
      },
      `data:image/png;base64,${png.toString('base64')}`,
    );
  } finally {
    await page.close();
  }
}
