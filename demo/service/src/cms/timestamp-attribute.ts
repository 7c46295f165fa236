import { Attribute } from '@peculiar/asn1-cms';

/** `id-aa-timeStampToken` (RFC 3161, appendix A): proves when the signature existed. */
const TIMESTAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';

/** @param token DER of a timestamp of the signature's own bytes */
export function timestampAttribute(token: ArrayBuffer): Attribute {
  return new Attribute({ attrType: TIMESTAMP_TOKEN, attrValues: [token] });
}
