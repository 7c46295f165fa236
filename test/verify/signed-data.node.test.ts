import { ALGORITHMS, ATTRIBUTES } from '../support/attacks/cms-attacks.ts';
import { REFERENCES, UNCOMMON } from '../support/attacks/signer-attacks.ts';
import { verifyAll } from '../support/attacks/verification.ts';

verifyAll('CMS signatures', [ATTRIBUTES, ALGORITHMS, REFERENCES, UNCOMMON]);
