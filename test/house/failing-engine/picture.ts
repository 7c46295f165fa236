import { aTimeout } from '@open-wc/testing';
import { takeScreenshot } from '../../support/runner-page.ts';

/** Takes a picture, by which the test outside knows that the page runs, and waits until that removes it. */
export async function untilPictureIsGone(name: string): Promise<void> {
  const file = await takeScreenshot(name);
  const address = file.slice(file.indexOf('/.data/'));
  while ((await fetch(address, { method: 'HEAD', cache: 'no-store' })).ok) await aTimeout(20);
}
