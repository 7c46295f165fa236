/** Signing with the chosen certificate. */
import type { Certificate } from '@sign-session/certificates';
import { certificatePem, fromBase64, toBase64 } from '../../certificate/base64.ts';
import { CertificateError } from '../../certificate/provider.ts';
import {
  checkPreparation,
  PreparationError,
  type PreparedSignature,
  signatureHolds,
} from '../../certificate/signing/prepared-signature.ts';
import type { DocumentLoad } from '../../document/document-load.ts';
import type { LaterKey, MessageKey } from '../../i18n/messages/message-keys.ts';
import type { CertificateSigner, SigningPreparation } from '../../session/certificate-signing.ts';
import type { ChoosableCertificate } from './certificate-choice.ts';
import { errorKey } from './certificate-errors.ts';

/** What answers a press that came before the documents: why it has to wait, then that it can be repeated. */
export function earlyPressKey(
  document: DocumentLoad | undefined,
  areAllChecked: boolean | undefined,
): MessageKey {
  if (areAllChecked || document?.status === 'loaded') return 'accept.documentReady';
  if (document?.status === 'failed') return 'accept.documentUnread';
  return document?.arriving ? 'accept.documentArriving' : 'accept.documentLoading';
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Called with the reason when nothing was signed. */
type Refuse = (why: LaterKey<'certificate'>) => void;

/** Thrown to stop signing. */
export class Refusal extends Error {
  readonly why: LaterKey<'certificate'>;

  constructor(why: LaterKey<'certificate'>) {
    super(why);
    this.why = why;
  }
}

/** Signs with the chosen certificate, and only the shown document. */
export function certificateSigner(chosen: ChoosableCertificate, refuse: Refuse): CertificateSigner {
  const { provider, id, chain } = chosen;
  const [certificate] = chain;
  const unless = <T>(signal: AbortSignal, work: () => Promise<T>) => unlessRefused(refuse, signal, work);
  return {
    chainPems: chain.map(({ der }) => certificatePem(der)),
    sign: (preparation, shown, signal) =>
      unless(signal, async () => toBase64(await signPreparation(chosen, preparation, shown, signal))),
    jointly: provider.signAll && {
      check: (preparation, shown, signal) =>
        unless(signal, async () => (await checkedPreparation(preparation, certificate, shown)).dataToSign),
      sign: (documents, signal) =>
        unless(signal, async () => {
          const signatures = (await provider.signAll?.(id, documents, 'SHA-256', signal)) ?? [];
          const verified = documents.map(({ bytes }, index) =>
            verifiedSignature(certificate, bytes, signatures[index]),
          );
          return (await Promise.all(verified)).map(toBase64);
        }),
    },
  };
}

/** @throws CertificateError when it is not the certificate's over the bytes */
async function verifiedSignature(
  certificate: Certificate,
  bytes: Bytes,
  signature: Bytes | undefined,
): Promise<Bytes> {
  if (signature && (await signatureHolds(certificate, bytes, signature))) return signature;
  throw new CertificateError('MALFORMED', 'signature');
}

/** The result of work on a signature; undefined after a refusal, which is told. */
export async function unlessRefused<T>(
  refuse: Refuse,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    refuse(refusalOf(error));
    return undefined;
  }
}

/**
 * What was prepared, which signs the shown document by this certificate, and nothing else.
 *
 * @throws PreparationError, Refusal where it does not
 */
export async function checkedPreparation(
  preparation: SigningPreparation,
  certificate: Certificate,
  shown: Bytes,
): Promise<PreparedSignature> {
  const prepared = toPrepared(preparation);
  await checkPreparation(prepared, { shown, base: preparation.base, certificate });
  return prepared;
}

async function signPreparation(
  { provider, id, chain: [certificate] }: ChoosableCertificate,
  preparation: SigningPreparation,
  shown: Bytes,
  signal: AbortSignal,
): Promise<Bytes> {
  const { dataToSign } = await checkedPreparation(preparation, certificate, shown);
  signal.throwIfAborted();
  return verifiedSignature(certificate, dataToSign, await provider.sign(id, dataToSign, 'SHA-256', signal));
}

function toPrepared(preparation: SigningPreparation): PreparedSignature {
  const { hashToSign, signatureAlgorithm, dataToSign, appended, byteRange } = preparation;
  return {
    hashToSign,
    signatureAlgorithm: signatureAlgorithm ?? 'RSASSA-PKCS1-v1_5',
    dataToSign: bytesOf(dataToSign),
    appended: bytesOf(appended),
    byteRange,
  };
}

function bytesOf(base64: string): Bytes {
  try {
    return fromBase64(base64);
  } catch {
    throw new Refusal('unsafe.changed');
  }
}

function refusalOf(error: unknown): LaterKey<'certificate'> {
  if (error instanceof Refusal) return error.why;
  return error instanceof PreparationError ? 'unsafe.changed' : errorKey(error);
}
