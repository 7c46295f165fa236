import type { Bytes } from '@sign-session/certificates';
import { attribute } from './signed-attributes.ts';

/** `id-aa-timeStampToken` (RFC 3161, appendix A): proves when the signature existed. */
const TIMESTAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';

/** @param token DER of a timestamp of the signature's own bytes */
export function timestampAttribute(token: Uint8Array): Bytes {
  return attribute(TIMESTAMP_TOKEN, token);
}
