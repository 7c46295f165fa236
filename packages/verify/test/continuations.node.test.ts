import { CONTINUATIONS } from './attacks/continuation-attacks.ts';
import { verifyAll } from './attacks/verification.ts';

verifyAll('files that were continued after signing', [CONTINUATIONS]);
