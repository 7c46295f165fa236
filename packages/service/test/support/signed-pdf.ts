import {
  bytesToSign,
  PADES_AD_RB,
  type SignatureAlgorithm,
  signedAttributes,
  signedData,
} from '../../src/cms/signed-data.ts';
import { prepareUpdate, withSignature } from '../../src/pdf/sealable-update.ts';
import type { Holder } from './certificate-holders.ts';

const CMS_BYTES = 24 * 1024;

interface SigningOptions {
  readonly at: Date;
  /** Default: RSA. */
  readonly algorithm?: SignatureAlgorithm;
  /** DER of the certificate that the signature refers to. Default: the holder's. */
  readonly refersTo?: Uint8Array;
  /** Makes the unsigned attributes for the finished signature. */
  readonly unsigned?: (signature: Uint8Array) => Uint8Array[];
}

/** Signs a PDF with the service's own functions, prepare and complete, but without its HTTP and database. */
export async function signPdf(
  base: Uint8Array,
  holder: Holder,
  options: SigningOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { at, algorithm = 'RSASSA-PKCS1-v1_5', unsigned, refersTo } = options;
  const chain = holder.pems.map(derOf);
  const update = await prepareUpdate(base, {
    signedAt: at,
    cmsBytes: CMS_BYTES,
    identifier: new Uint8Array(16),
  });
  const { messageDigest } = update;
  const certificate = refersTo ?? chain[0] ?? new Uint8Array();
  const signedAttrs = signedAttributes({ messageDigest, certificate, policy: PADES_AD_RB });
  const signature = Buffer.from(holder.sign(bytesToSign(signedAttrs)), 'base64');
  const unsignedAttrs = unsigned?.(signature);
  return withSignature(base, update, signedData({ chain, signedAttrs, algorithm, signature, unsignedAttrs }));
}

export function derOf(pem: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'));
}
