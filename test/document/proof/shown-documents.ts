import { fixtureCleanup } from '@open-wc/testing';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { frameOf, loaded, paneFor } from '../shown-pane.ts';
import { pagePicture } from './page-picture.ts';

/** First pages as the pane shows them, one document after the other; the pane is gone again at the end. */
export async function shownPictures(files: readonly Uint8Array<ArrayBuffer>[]): Promise<ImageData[]> {
  const pane = await paneFor({ status: 'loading' });
  defend(frameOf(pane));
  const pictures: ImageData[] = [];
  for (const file of files) {
    const shown = untilShown(pane);
    pane.load = loaded(file);
    // oxlint-disable-next-line no-await-in-loop -- one document after the other
    await shown;
    // oxlint-disable-next-line no-await-in-loop
    pictures.push(await pagePicture(pane, 1));
  }
  fixtureCleanup();
  return pictures;
}

/** A host's rules for everything break its own boxes too; the box around the pane is as the host wants it. */
function defend({ style }: HTMLElement): void {
  const box = { all: 'initial', display: 'block', width: '600px', height: '500px' };
  for (const [name, value] of Object.entries(box)) style.setProperty(name, value, 'important');
  // What comes down from the host still comes down.
  for (const name of ['direction', 'letter-spacing', 'text-transform', 'word-spacing', 'white-space']) {
    style.setProperty(name, 'inherit', 'important');
  }
}

function untilShown(pane: DocumentPane): Promise<void> {
  return new Promise((resolve, reject) => {
    pane.addEventListener('document-shown', () => resolve(), { once: true });
    pane.addEventListener(
      'document-unreadable',
      ({ problem, cause }) => reject(new Error(`The document is ${problem}.`, { cause })),
      { once: true },
    );
  });
}
