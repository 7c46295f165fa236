import { smallInteger, type Ber } from '@sign-session/certificates';
import { CertificateError } from '../provider.ts';

/** One of the ways to encode a password. */
export interface Password {
  readonly text: string;
  /** For an empty password: derive from no bytes instead of the two zero bytes of an empty string. */
  readonly emptyMeansNone: boolean;
}

/** The possible encodings of what was typed, the likeliest first. */
export function readings(text: string): Password[] {
  const usual = { text, emptyMeansNone: false };
  return text === '' ? [usual, { text, emptyMeansNone: true }] : [usual];
}

/** More would take minutes, and only a hostile file requires it. */
const MOST_ITERATIONS = 10_000_000;

/** An iteration count within reason. @throws CertificateError above 10 million; BerError for none. */
export function iterationCount(value: Ber | undefined): number {
  const count = smallInteger(value);
  if (count > MOST_ITERATIONS) throw new CertificateError('UNSUPPORTED', 'too-many-iterations');
  return Math.max(count, 1);
}
