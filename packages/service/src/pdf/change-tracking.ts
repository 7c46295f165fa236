import type { PDFContext } from '@cantoo/pdf-lib';

/**
 * Creates objects without the library's change tracking. For every entry of every object, it searches all objects
 * of the file for the owner, which takes seconds for a large file; new objects are written in any case. Do not use
 * it for changes to the original's objects.
 */
export async function untracked<Result>(
  context: PDFContext,
  create: () => Result | Promise<Result>,
): Promise<Result> {
  const { snapshot } = context;
  delete context.snapshot;
  try {
    return await create();
  } finally {
    if (snapshot) context.snapshot = snapshot;
  }
}
