import { ALGORITHMS, ATTRIBUTES, REFERENCES, UNCOMMON } from '../support/attacks/cms-attacks.ts';
import { verifyAll } from '../support/attacks/verification.ts';

verifyAll('CMS signatures', [ATTRIBUTES, ALGORITHMS, REFERENCES, UNCOMMON]);
