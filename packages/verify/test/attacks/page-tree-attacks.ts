import { ONE_TREE, TWO_TREES } from '../../../pdf-structure/test/page-trees.ts';
import { signRaw } from './raw-signature.ts';
import { indeterminate, permitted, type Family } from './verification.ts';

/** One signature over two documents: readers find other pages, other contents of a page, or other resources. */
export const PAGE_TREES: Family = {
  family: 'a page tree',
  cases: [
    ...TWO_TREES.map(({ what, file }) =>
      indeterminate(`with ${what}`, 'SIG_CONSTRAINTS_FAILURE', s => signRaw(file, s.maria)),
    ),
    ...Object.entries(ONE_TREE).map(([what, file]) =>
      permitted(`that all readers take alike: ${what}`, s => signRaw(file, s.maria)),
    ),
  ],
};
