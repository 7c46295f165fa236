import { fixtureCleanup } from '@open-wc/testing';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import type { DocumentWarning } from '../../../src/document/checks/warnings.ts';
import { frameOf, loaded, paneFor } from '../shown-pane.ts';
import { pagePicture } from './page-picture.ts';

/** What a signer gets of a document. */
export interface Shown {
  /** Its first page. */
  readonly picture: ImageData;
  /** That something of it may be missing. */
  readonly warnings: readonly DocumentWarning[];
}

/** Documents as the pane shows them, one after the other; the pane is gone again at the end. */
export async function shownDocuments(files: readonly Uint8Array<ArrayBuffer>[]): Promise<Shown[]> {
  const pane = await paneFor({ status: 'loading' });
  defend(frameOf(pane));
  const all: Shown[] = [];
  let warnings: readonly DocumentWarning[] = [];
  pane.addEventListener('document-warnings', event => (warnings = event.warnings));
  for (const file of files) {
    warnings = [];
    const shown = untilShown(pane);
    pane.load = loaded(file);
    // oxlint-disable-next-line no-await-in-loop -- one document after the other
    await shown;
    // oxlint-disable-next-line no-await-in-loop
    const picture = await pagePicture(pane, 1);
    all.push({ picture, warnings });
  }
  fixtureCleanup();
  return all;
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
