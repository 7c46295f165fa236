import { createHash } from 'node:crypto';
import * as z from 'zod';
import { checkSignature, type CertificateFacts } from '@sign-session/certificates';
import { PscError } from './psc-error.ts';
import type { PscProvider } from './psc-provider.ts';

/** The object identifier of SHA-256. */
export const SHA256 = '2.16.840.1.101.3.4.2.1';

/** Data to be signed by a certificate in the cloud. */
export interface DataToSign {
  readonly dataToSign: Uint8Array<ArrayBuffer>;
  /** What the provider's app calls the document. */
  readonly label: string;
}

/** What signatures are asked for in one request. */
export interface SignatureRequest {
  readonly token: string;
  readonly alias: string;
  readonly certificate: CertificateFacts;
  readonly data: readonly DataToSign[];
  /** What the key is used by, where the provider has to be told. */
  readonly signAlgo?: string | undefined;
}

const signatureAnswer = z.object({
  signatures: z.array(z.object({ id: z.string(), raw_signature: z.string().optional() })).max(200),
});

/** Names data in the request and the answer, whose order is the provider's. */
const idOf = (index: number): string => String(index + 1);

/** The body of a request for RAW signatures. */
export function signatureContent(provider: PscProvider, { alias, data }: SignatureRequest): object {
  return {
    ...(provider.sendsAlias && { certificate_alias: alias }),
    hashes: data.map(({ dataToSign, label }, index) => ({
      id: idOf(index),
      alias: label,
      hash: createHash('sha256').update(dataToSign).digest().toString(provider.hashEncoding),
      hash_algorithm: SHA256,
      signature_format: 'RAW',
      ...(provider.sendsPadding && { padding_method: 'PKCS1V1_5' }),
    })),
  };
}

/** The verified signatures of an answer, in the order of the data. @throws PscError `invalid-answer` */
export function signaturesIn(
  answer: unknown,
  { data, certificate }: SignatureRequest,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { data: read } = signatureAnswer.safeParse(answer);
  return Promise.all(
    data.map(async ({ dataToSign }, index) => {
      const raw = read?.signatures.find(({ id }) => id === idOf(index))?.raw_signature;
      if (raw === undefined) throw new PscError('invalid-answer', 'a signature is missing.');
      return verified(signatureIn(raw, certificate), dataToSign, certificate);
    }),
  );
}

/** The signature, if it is one of the data by the certificate's key. @throws PscError `invalid-answer` */
export async function verified(
  signature: Uint8Array<ArrayBuffer>,
  dataToSign: Uint8Array<ArrayBuffer>,
  { publicKey: key }: CertificateFacts,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { scheme: key.type === 'EC' ? 'ECDSA' : 'RSA', hash: 'SHA-256' } as const;
  if ((await checkSignature(key, algorithm, dataToSign, signature)) === 'valid') return signature;
  throw new PscError('invalid-answer', 'a signature is not by the key of the certificate.');
}

/** Of hexadecimal, which is twice as long as an RSA key, or of base64, where providers break lines. */
function signatureIn(text: string, { publicKey: key }: CertificateFacts): Uint8Array<ArrayBuffer> {
  const value = text.replaceAll(/\s/g, '');
  const isHex = key.type === 'RSA' && value.length === key.modulus.length * 2 && /^[0-9a-f]+$/i.test(value);
  return new Uint8Array(Buffer.from(value, isHex ? 'hex' : 'base64'));
}
