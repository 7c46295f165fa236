import type { AssetSource } from '../assets/asset-source.ts';
import { loadPdfViewer } from './controller/load-viewer.ts';
import { EarlyWorker } from './pdf/pdf-worker.ts';

let started: EarlyWorker | undefined;

/**
 * Loads pdf.js, its worker and the viewer side by side, before an element needs them. The next pane takes the worker.
 */
export function startViewer(assets: AssetSource): void {
  started ??= new EarlyWorker(assets);
  loadViewer().catch(() => undefined);
}

/** The worker that was started already, else another. Whoever gets it has to discard it. */
export function earlyWorker(assets: AssetSource): EarlyWorker {
  const worker = started ?? new EarlyWorker(assets);
  started = undefined;
  return worker;
}

/** Loads the viewer's element, and starts loading what draws in it, of which a failure is told by the viewer itself. */
export async function loadViewer(): Promise<void> {
  loadPdfViewer().catch(() => undefined);
  await import('./document-viewer.ts');
}
