import { COVERED_CONTENT, LOOKS } from './attacks/covering-attacks.ts';
import { verifyAll } from './attacks/verification.ts';

verifyAll('content covered after signing', [COVERED_CONTENT, LOOKS]);
