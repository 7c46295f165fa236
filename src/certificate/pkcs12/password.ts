import { smallInteger, type Ber } from '../asn1/ber.ts';
import { CertificateError } from '../provider.ts';

/** A password as one file may have meant it. */
export interface Password {
  readonly text: string;
  /** Some programs derive from no bytes at all where others take the two zero bytes of an empty string. */
  readonly emptyMeansNone: boolean;
}

/** The readings of what was typed, the likelier first. */
export function readings(text: string): Password[] {
  const usual = { text, emptyMeansNone: false };
  return text === '' ? [usual, { text, emptyMeansNone: true }] : [usual];
}

/** Above this a signer would wait for minutes, and only a hostile file asks for it. */
const MOST_ITERATIONS = 10_000_000;

/** An iteration count within reason. @throws CertificateError above 10 million; BerError for none. */
export function iterationCount(value: Ber | undefined): number {
  const count = smallInteger(value);
  if (count > MOST_ITERATIONS) throw new CertificateError('UNSUPPORTED', 'too-many-iterations');
  return Math.max(count, 1);
}
