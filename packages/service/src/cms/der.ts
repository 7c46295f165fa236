import { der, TAG, type Bytes } from '@sign-session/certificates';

/** A `SET OF`, whose elements DER sorts by their encoding (X.690, 11.6). */
export function derSetOf(tag: number, elements: readonly Uint8Array[]): Bytes {
  return der(tag, ...inDerOrder(elements));
}

export function inDerOrder<Element extends Uint8Array>(elements: readonly Element[]): Element[] {
  return elements.toSorted((a, b) => Buffer.compare(a, b));
}

/** A GeneralizedTime to the second, in UTC. */
export function generalizedTimeDer(time: Date): Bytes {
  return der(TAG.generalizedTime, Buffer.from(digitsOf(time), 'latin1'));
}

/** `Time`: a UTCTime through 2049 (RFC 5652, 11.3). */
export function timeDer(time: Date): Bytes {
  const isUtcTime = time.getUTCFullYear() < 2050;
  return isUtcTime
    ? der(TAG.utcTime, Buffer.from(digitsOf(time).slice(2), 'latin1'))
    : generalizedTimeDer(time);
}

function digitsOf(time: Date): string {
  return time.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
}
