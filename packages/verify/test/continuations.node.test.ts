import { CONTINUATIONS } from './attacks/continuation-attacks.ts';
import { SECTIONS } from './attacks/section-attacks.ts';
import { verifyAll } from './attacks/verification.ts';

verifyAll('files that were continued after signing', [CONTINUATIONS, SECTIONS]);
