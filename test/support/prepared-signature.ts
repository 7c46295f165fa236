import { der, TAG } from '@sign-session/certificates';
import type { PreparedSignature } from '../../src/certificate/signing/prepared-signature.ts';
import { sha256Hex } from '../../src/support/hex.ts';
import {
  appendSignature,
  EMPTY_SIGNATURE,
  newestTable,
} from '../../packages/testing/src/appended-signature.ts';
import { signedAttributes } from '../../packages/testing/src/signing-preparation.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The objects that signing adds to `onePagePdf`: catalogue, page, form, field, signature. */
export const UPDATE: Readonly<Record<number, string>> = {
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 6 0 R >>',
  6: '<< /Fields [7 0 R] /SigFlags 3 >>',
  7: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /V 8 0 R /Rect [0 0 0 0] /F 132 /P 1000 0 R >>',
  8: EMPTY_SIGNATURE,
  1000: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate 0 /Contents 1001 0 R /Resources << /Font << /F1 3 0 R >> >> /Annots [7 0 R] >>',
};

export interface Preparation {
  /** Made by `onePagePdf`. */
  readonly base: Bytes;
  /** DER of the signer's certificate. */
  readonly certificate: Bytes;
  readonly signatureAlgorithm?: string;
  readonly objects?: Readonly<Record<number, string>>;
  /** Written behind the objects, without being listed. */
  readonly unlisted?: string;
  /** Changes the update as text before it is hashed. */
  readonly alter?: (appended: string) => string;
  readonly attributes?: (attributes: Bytes[]) => readonly Bytes[];
}

/** Prepares a signature as the service does; the options leave something out, or slip something in. */
export async function prepareSignature(preparation: Preparation): Promise<PreparedSignature> {
  const { base, certificate, signatureAlgorithm = 'RSASSA-PKCS1-v1_5', attributes } = preparation;
  const { objects = UPDATE, unlisted = '', alter = text => text } = preparation;
  const trailer = `/Size 1002 /Root 1 0 R /Prev ${newestTable(base)}`;
  const added = appendSignature(base, { objects, trailer, unlisted, alter });
  const usual = signedAttributes(base, added, certificate);
  const dataToSign = der(TAG.set, ...(attributes?.(usual) ?? usual));
  const hashToSign = await sha256Hex(dataToSign);
  return { hashToSign, signatureAlgorithm, dataToSign, ...added };
}
