import { startModuleWorker } from '../../support/module-worker.ts';
import { UnreadableError } from './unreadable-error.ts';

/**
 * Starts pdf.js's worker. pdf.js itself falls back to the main thread without a word when it can't; made here
 * and handed over, it runs or it is a problem that the signer hears of. It says “ready” as soon as it is
 * evaluated.
 *
 * @param assetsUrl absolute, with a slash at the end.
 * @param signal ends a worker that is still starting.
 * @returns the worker, after its first sign of life.
 * @throws UnreadableError `viewer` when it can't be loaded or the page's policy refuses it.
 */
export async function startPdfWorker(assetsUrl: string, signal: AbortSignal): Promise<Worker> {
  try {
    return await startModuleWorker(`${assetsUrl}pdfjs/pdf-worker.mjs`, 'sign-session-pdf', signal);
  } catch (cause) {
    throw new UnreadableError('viewer', { cause });
  }
}
