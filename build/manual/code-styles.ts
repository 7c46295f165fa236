import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transformerStyleToClass } from '@shikijs/transformers';

/**
 * The colours of code as classes of a style sheet, which a policy without inline styles admits. The name of the sheet has
 * a hash of the colours, which are known only once all pages were read: before any is written.
 */
export function stylesToClasses() {
  const transformer = transformerStyleToClass({ classPrefix: 'code-' });
  const file = (): string => {
    const hash = createHash('sha256').update(transformer.getCSS()).digest('base64url').slice(0, 8);
    return `assets/code.${hash}.css`;
  };
  return {
    transformer,
    /** Links the sheet in a page. */
    link: (html: string, base: string): string =>
      html.replace('</head>', `<link rel="stylesheet" href="${base}${file()}"></head>`),
    write: (folder: string): Promise<void> => writeFile(path.join(folder, file()), transformer.getCSS()),
  };
}
