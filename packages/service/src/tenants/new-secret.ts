import type { Random } from '../domain/identifiers/random-ids.ts';

const SECRET_BYTES = 32;

/** A new secret of a client. */
export function newSecret(random: Random): string {
  return `cs_${Buffer.from(random(SECRET_BYTES)).toString('base64url')}`;
}
