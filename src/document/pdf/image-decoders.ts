import type { AssetSource } from '../../assets/asset-source.ts';
import type { PdfContent } from './open-pdf.ts';
import { startPdfWorker } from './pdf-worker.ts';

/**
 * The worker for a file. From a folder pdf.js's worker imports the decoders that few files need; an embedded one has
 * no folder, and a policy that allows workers from blobs need not allow imports from them. So such a file gets a worker
 * with the decoders in it, and `worker` ends.
 */
export async function workerFor(
  content: PdfContent,
  worker: Promise<Worker>,
  assets: AssetSource,
  signal: AbortSignal,
): Promise<Worker> {
  // Large files that are still on their way are mostly pictures.
  const isPlain = content instanceof Uint8Array && !needsImageDecoders(content);
  if (assets.kind === 'folder' || isPlain) return worker;
  const started = await worker;
  started.terminate();
  return startPdfWorker(assets, signal, true);
}

/** Filters whose decoders pdf.js has in files of their own. A stream's dictionary always stands in a file as it is. */
const SEPARATE_DECODERS = ['/JPXDecode', '/JBIG2Decode', '/CCITTFaxDecode'].map(name =>
  new TextEncoder().encode(name),
);

/** Does a PDF name a filter that only pdf.js's separate decoders read? */
function needsImageDecoders(bytes: Uint8Array): boolean {
  return SEPARATE_DECODERS.some(([slash = 0, ...name]) => {
    for (let at = bytes.indexOf(slash); at !== -1; at = bytes.indexOf(slash, at + 1)) {
      if (name.every((code, index) => bytes[at + 1 + index] === code)) return true;
    }
    return false;
  });
}
