import { INVISIBLE, MARKS } from './attacks/mark-attacks.ts';
import { verifyAll } from './attacks/verification.ts';

verifyAll('signatures after a signature', [INVISIBLE, MARKS]);
