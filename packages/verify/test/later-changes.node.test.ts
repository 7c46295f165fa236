import { FORM_RESOURCES } from './attacks/form-attacks.ts';
import { HONEST_CHANGES, SNEAKY_SIGNATURES } from './attacks/later-change-attacks.ts';
import { HIDE, HIDE_AND_REPLACE, REPLACE } from './attacks/shadow-attacks.ts';
import { LOCKS, SHARED_STREAMS } from './attacks/shared-object-attacks.ts';
import { verifyAll } from './attacks/verification.ts';

verifyAll('documents changed after signing', [
  HONEST_CHANGES,
  SNEAKY_SIGNATURES,
  HIDE,
  REPLACE,
  HIDE_AND_REPLACE,
  SHARED_STREAMS,
  LOCKS,
  FORM_RESOURCES,
]);
