import type { PDFContext } from '@cantoo/pdf-lib';

/**
 * Creates new objects without the library's tracking of changes. For every entry of every object it searches
 * all objects of the file for the owner, which on a large file takes seconds; new objects are written in any case.
 * What changes an object of the original must stay outside.
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
