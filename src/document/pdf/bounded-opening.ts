import { unlessAborted } from '../../support/unless-aborted.ts';
import { isWalkable } from './decoded-size.ts';
import { isEncrypted } from './document-inspection.ts';
import { areCut, areTooLarge, measureFile, type FileBounds } from './file-bounds.ts';
import type { NoticeBoard } from './notices.ts';
import { openPdf, type OpenOptions, type OpenPdf } from './open-pdf.ts';
import type { PdfStream } from './pdf-streams.ts';
import { areTorn } from './torn-streams.ts';
import { UnreadableError } from './unreadable-error.ts';

export interface BoundedOptions extends OpenOptions {
  readonly notices: NoticeBoard;
  /** Ends the measuring, and the question for a password. */
  readonly signal: AbortSignal;
}

/** An open PDF whose pages take no more memory than they may, but for its images. */
export interface BoundedPdf extends OpenPdf {
  /** Measures the images, too. @throws UnreadableError `tooLarge`; the worker is gone then. */
  readonly checkImages: () => Promise<void>;
  /**
   * Whether images have less data than their size asks for, or anything has data that can't be read.
   * @throws where nobody can tell.
   */
  readonly hasBrokenParts: () => Promise<boolean>;
}

/**
 * Opens a PDF and measures it at the same time, so that no ordinary file waits for that.
 *
 * @throws UnreadableError as `openPdf`, and `tooLarge`; the worker is gone then.
 */
export async function openBounded(
  bytes: Uint8Array<ArrayBuffer>,
  worker: Worker,
  { assetsUrl, askPassword, notices, signal }: BoundedOptions,
): Promise<BoundedPdf> {
  const refuseIf = (tooLarge: boolean): void => {
    if (!tooLarge) return;
    // At once: the worker is at work on what is too much.
    worker.terminate();
    throw new UnreadableError('tooLarge');
  };
  const measure = async (): Promise<FileBounds> => {
    await untilAsked(worker, signal);
    const bounds = await measureFile(bytes, signal);
    if (bounds.hasHugeImage) notices.add('image-missing');
    refuseIf(bounds.tooLarge);
    return bounds;
  };
  const opening = openPdf(bytes, worker, {
    assetsUrl,
    askPassword: wrong => unlessAborted(askPassword(wrong), signal),
  });
  const [pdf, { largeImages, sizedImages, endingStreams }] = await Promise.all([opening, measure()]);
  return {
    ...pdf,
    checkImages: async () => refuseIf(await areTooLarge(bytes, largeImages, signal)),
    hasBrokenParts: async () => {
      if (await isEncrypted(pdf.document)) {
        // Nothing becomes shorter by being encrypted.
        const plain = sizedImages.filter(({ outerFilter }) => outerFilter === undefined);
        if (await areCut(bytes, plain, signal)) return true;
        refuseToGuess([...sizedImages, ...endingStreams]);
        return false;
      }
      return (await areCut(bytes, sizedImages, signal)) || areTorn(bytes, endingStreams, signal);
    },
  };
}

/**
 * Nobody but pdf.js can look into what is encrypted. The survey hears what it makes do with of deflated data and of
 * JPEGs; of data in the older filters it says nothing.
 *
 * @throws where some of the streams have such data.
 */
function refuseToGuess(encrypted: readonly PdfStream[]): void {
  const older = encrypted.find(({ outerFilter }) => isWalkable(outerFilter));
  if (older !== undefined) throw new Error(`Nobody can look into ${older.outerFilter} that is encrypted.`);
}

/**
 * Settles once the worker has been asked all that opening takes, or nobody waits for it any more. pdf.js hands a file
 * over in two messages, the second of which follows the first one's answer: on this thread it would wait for the
 * measuring.
 */
function untilAsked(worker: Worker, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    // pdf.js's own listener is to have its turn first.
    const soon = (): void => void setTimeout(resolve);
    worker.addEventListener('message', soon, { once: true, signal });
    if (signal.aborted) soon();
    else signal.addEventListener('abort', soon, { once: true });
  });
}
