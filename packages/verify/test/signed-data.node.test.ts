import { ALGORITHMS, ATTRIBUTES } from './attacks/cms-attacks.ts';
import { REFERENCES, UNCOMMON } from './attacks/signer-attacks.ts';
import { verifyAll } from './attacks/verification.ts';

verifyAll('CMS signatures', [ATTRIBUTES, ALGORITHMS, REFERENCES, UNCOMMON]);
