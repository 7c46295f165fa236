import { HONEST_CHANGES, SNEAKY_SIGNATURES } from '../support/attacks/later-change-attacks.ts';
import { HIDE, HIDE_AND_REPLACE, REPLACE } from '../support/attacks/shadow-attacks.ts';
import { LOCKS, SHARED_STREAMS } from '../support/attacks/shared-object-attacks.ts';
import { verifyAll } from '../support/attacks/verification.ts';

verifyAll('documents changed after signing', [
  HONEST_CHANGES,
  SNEAKY_SIGNATURES,
  HIDE,
  REPLACE,
  HIDE_AND_REPLACE,
  SHARED_STREAMS,
  LOCKS,
]);
