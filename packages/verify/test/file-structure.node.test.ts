import { CROSS_REFERENCES } from './attacks/cross-reference-attacks.ts';
import { BYTE_RANGES, INCREMENTAL_SAVING, UNIVERSAL_FORGERY, WRAPPING } from './attacks/structure-attacks.ts';
import { verifyAll } from './attacks/verification.ts';

verifyAll('files whose bytes are not what they seem', [
  INCREMENTAL_SAVING,
  WRAPPING,
  UNIVERSAL_FORGERY,
  BYTE_RANGES,
  CROSS_REFERENCES,
]);
