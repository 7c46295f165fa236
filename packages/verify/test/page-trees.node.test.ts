import { PAGE_TREES } from './attacks/page-tree-attacks.ts';
import { verifyAll } from './attacks/verification.ts';

verifyAll('signed files with several pages in one place', [PAGE_TREES]);
