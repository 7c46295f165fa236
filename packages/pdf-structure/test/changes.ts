import {
  compareUpdate,
  furtherChanges,
  OTHER_PROGRAMS,
  pagesOf,
  PdfFile,
  readUpdates,
} from '../src/index.ts';
import type { UpdateChanges } from '../src/index.ts';

/** What came after a revision, as a verifier reads it. @throws PdfStructureError, UpdateError */
export async function changesAfter(base: Uint8Array, whole: Uint8Array): Promise<UpdateChanges[]> {
  const file = await PdfFile.read(base);
  const updates = await readUpdates(file, whole, OTHER_PROGRAMS);
  const pages = await pagesOf(file);
  const changes: UpdateChanges[] = [];
  for (const update of updates) changes.push(await compareUpdate(update, { pages, further: furtherChanges }));
  return changes;
}
