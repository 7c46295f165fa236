import { latin1, smallInteger, type Ber } from '@sign-session/certificates';
import { CertificateError } from '../provider.ts';

/** One of the ways to encode a password. */
export interface Password {
  readonly text: string;
  /**
   * The characters that PKCS#12's own derivation uses, in UTF-16: the text; or, as OpenSSL 1.0 wrote it, each byte of its
   * UTF-8 as a character. Undefined to derive from no bytes, not even from the two zero bytes at the end.
   */
  readonly characters: string | undefined;
}

/**
 * The passwords that what was typed may stand for, the likeliest first: as it is, without blanks that were copied along,
 * with accents as characters of their own (as macOS writes them) or not; each in the encodings that programs use.
 */
export function readings(typed: string): Password[] {
  const texts = [typed, typed.trim()].flatMap(text => [text, text.normalize(), text.normalize('NFD')]);
  return [...new Set(texts)].flatMap(text => {
    const bytes = latin1(new TextEncoder().encode(text));
    return [...new Set([text, bytes, text || undefined])].map(characters => ({ text, characters }));
  });
}

/** More would take minutes, and only a hostile file requires it. */
const MOST_ITERATIONS = 10_000_000;

/** An iteration count within reason. @throws CertificateError above 10 million; BerError for none. */
export function iterationCount(value: Ber | undefined): number {
  const count = smallInteger(value);
  if (count > MOST_ITERATIONS) throw new CertificateError('UNSUPPORTED', 'too-many-iterations');
  return Math.max(count, 1);
}
