import { CONSTRUCTED, readBer, TAG, type Ber } from '@sign-session/certificates';

const PIECE = 100;

/**
 * The same values with indefinite lengths, octet strings in pieces: the form NSS writes PKCS#12 files in
 * (X.690, 8.1.3.6 and 8.7.3).
 */
export function withIndefiniteLengths(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(encode(readBer(bytes)));
}

function encode(value: Ber): number[] {
  const { tag, raw, content } = value;
  if ((tag & CONSTRUCTED) !== 0) return [tag, 0x80, ...value.children.flatMap(encode), 0, 0];
  const isOctets = tag === TAG.octetString || tag === 0x80;
  if (!isOctets || content.length <= PIECE) return [...raw];
  const pieces: number[] = [];
  for (let at = 0; at < content.length; at += PIECE) {
    const piece = content.subarray(at, at + PIECE);
    pieces.push(TAG.octetString, piece.length, ...piece);
  }
  return [tag | CONSTRUCTED, 0x80, ...pieces, 0, 0];
}
