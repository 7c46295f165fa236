import { der, TAG } from '@sign-session/certificates';
import type { PreparedSignature } from '../../src/certificate/signing/prepared-signature.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const HOLE = 8192;
const NUMBER = 9_999_999_999;

/** The objects that signing adds to `onePagePdf`: catalogue, page, form, field, signature. */
export const UPDATE: Readonly<Record<number, string>> = {
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 6 0 R >>',
  6: '<< /Fields [7 0 R] /SigFlags 3 >>',
  7: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /V 8 0 R /Rect [0 0 0 0] /F 132 /P 1000 0 R >>',
  8:
    '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached ' +
    `/ByteRange [0 ${NUMBER} ${NUMBER} ${NUMBER}] /Contents <${'0'.repeat(HOLE)}> >>`,
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
  const { appended, byteRange } = updateOf(preparation);
  const [, start = 0, next = 0] = byteRange;
  const whole = Uint8Array.from([...base, ...appended]);
  const covered = Uint8Array.from([...whole.subarray(0, start), ...whole.subarray(next)]);
  const usual = [
    attribute('2a864886f70d010903', der(TAG.oid, hex('2a864886f70d010701'))),
    attribute('2a864886f70d010904', der(TAG.octetString, await sha256(covered))),
    attribute('2a864886f70d010910022f', signingCertificate(await sha256(certificate))),
  ];
  const dataToSign = der(TAG.set, ...(attributes?.(usual) ?? usual));
  const hashToSign = toHex(await sha256(dataToSign));
  return { hashToSign, signatureAlgorithm, dataToSign, appended, byteRange };
}

function updateOf({ base, objects = UPDATE, unlisted = '', alter = text => text }: Preparation) {
  let text = '';
  const offsets: [number, number][] = [];
  for (const [number, object] of Object.entries(objects)) {
    offsets.push([Number(number), base.length + text.length]);
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  text += unlisted;
  const start = base.length + text.length;
  const rows = offsets.map(
    ([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
  );
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(new TextDecoder('latin1').decode(base))?.[1];
  text += `xref\n${rows.join('')}trailer\n<< /Size 1002 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${start}\n%%EOF\n`;
  text = alter(text);
  const hole = base.length + text.indexOf(`<${'0'.repeat(HOLE)}>`);
  const next = hole + HOLE + 2;
  const byteRange = [0, hole, next, base.length + text.length - next];
  const placeholder = `[0 ${NUMBER} ${NUMBER} ${NUMBER}]`;
  text = text.replace(placeholder, `[${byteRange.join(' ')}]`.padEnd(placeholder.length));
  return { appended: Uint8Array.from(text, character => character.charCodeAt(0)), byteRange };
}

/** An Attribute with one value. @param type DER content of its OID, hex. */
export function attribute(type: string, value: Bytes): Bytes {
  return der(TAG.sequence, der(TAG.oid, hex(type)), der(TAG.set, value));
}

/** SigningCertificateV2 with SHA-256. */
export function signingCertificate(hash: Bytes): Bytes {
  const id = der(TAG.sequence, der(TAG.octetString, hash));
  return der(TAG.sequence, der(TAG.sequence, id));
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function hex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
}

function toHex(bytes: Bytes): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
