import { Constructed, fromBER, Sequence, type AsnType } from 'asn1js';

/** Parts of a SignedData in the very bytes they came in. */
export interface SignedDataBytes {
  /** DER of each certificate; attribute certificates and the like are left out. */
  readonly certificates: readonly Uint8Array<ArrayBuffer>[];
  /** What the first signer signed: the attributes as an explicit SET OF (RFC 5652, 5.4). */
  readonly signedAttributes: Uint8Array<ArrayBuffer> | undefined;
}

/** Position of the signed attributes in a SignerInfo, where it has any: after version, sid and digest algorithm. */
const SIGNED_ATTRIBUTES = 3;

/**
 * Takes out of a SignedData what signatures and references are over. The schemas would write it anew, which
 * changes what was not written strictly by DER.
 * @param signedData BER
 */
export function signedDataBytes(signedData: ArrayBuffer): SignedDataBytes {
  const fields = childrenOf(fromBER(signedData).result);
  const certificates = childrenOf(fields.find(isContextZero)).filter(choice => choice instanceof Sequence);
  const [signer] = childrenOf(fields.at(-1));
  const attributes = childrenOf(signer)[SIGNED_ATTRIBUTES];
  return {
    certificates: certificates.map(bytesOf),
    signedAttributes: attributes && isContextZero(attributes) ? asSet(bytesOf(attributes)) : undefined,
  };
}

function isContextZero({ idBlock }: AsnType): boolean {
  return idBlock.tagClass === 3 && idBlock.tagNumber === 0;
}

function childrenOf(value: AsnType | undefined): AsnType[] {
  return value instanceof Constructed ? value.valueBlock.value : [];
}

function bytesOf({ valueBeforeDecodeView }: AsnType): Uint8Array<ArrayBuffer> {
  return new Uint8Array(valueBeforeDecodeView);
}

const SET_TAG = 0x31;

function asSet(implicit: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  implicit[0] = SET_TAG;
  return implicit;
}
