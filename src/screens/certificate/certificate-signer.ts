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

interface SignerOptions {
  /** Signs a digest whose origin can't be checked, where the service sends nothing else. */
  readonly allowUnverifiedDigest: boolean;
  /** Called with the reason when nothing was signed. */
  readonly refuse: (why: LaterKey<'certificate'>) => void;
}

/** Thrown to stop signing. */
export class Refusal extends Error {
  readonly why: LaterKey<'certificate'>;

  constructor(why: LaterKey<'certificate'>) {
    super(why);
    this.why = why;
  }
}

/** Signs with the chosen certificate, and only the shown document. */
export function certificateSigner(chosen: ChoosableCertificate, options: SignerOptions): CertificateSigner {
  const { provider, id, chain } = chosen;
  const [certificate] = chain;
  const unless = <T>(signal: AbortSignal, work: () => Promise<T>) =>
    unlessRefused(options.refuse, signal, work);
  return {
    chainPems: chain.map(({ der }) => certificatePem(der)),
    sign: (preparation, shown, signal) =>
      unless(signal, async () =>
        toBase64(await signPreparation(chosen, preparation, shown, options, signal)),
      ),
    jointly: provider.signAll && {
      check: (preparation, shown, signal) =>
        unless(signal, async () => {
          const prepared = await checkedPreparation(preparation, certificate, shown);
          if (prepared === undefined) throw new Refusal('unsafe.unchecked');
          return prepared.dataToSign;
        }),
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
  refuse: SignerOptions['refuse'],
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
 * What was prepared, if it signs the shown document by this certificate, and nothing else; undefined if the service
 * sends nothing to check that by.
 */
export async function checkedPreparation(
  preparation: SigningPreparation,
  certificate: Certificate,
  shown: Bytes,
): Promise<PreparedSignature | undefined> {
  const prepared = toPrepared(preparation);
  if (prepared === undefined || preparation.base === undefined) return undefined;
  await checkPreparation(prepared, { shown, base: preparation.base, certificate });
  return prepared;
}

async function signPreparation(
  { provider, id, chain: [certificate] }: ChoosableCertificate,
  preparation: SigningPreparation,
  shown: Bytes,
  { allowUnverifiedDigest }: SignerOptions,
  signal: AbortSignal,
): Promise<Bytes> {
  const prepared = await checkedPreparation(preparation, certificate, shown);
  if (prepared === undefined) {
    if (!allowUnverifiedDigest) throw new Refusal('unsafe.unchecked');
    if (certificate.publicKey.type !== 'RSA' || provider.signDigest === undefined)
      throw new Refusal('unsafe.unsupported');
    return provider.signDigest(id, fromHex(preparation.hashToSign), signal);
  }
  signal.throwIfAborted();
  const { dataToSign } = prepared;
  return verifiedSignature(certificate, dataToSign, await provider.sign(id, dataToSign, 'SHA-256', signal));
}

/** The complete preparation; undefined if it lacks what is needed to check it. */
function toPrepared(preparation: SigningPreparation): PreparedSignature | undefined {
  const { hashToSign, signatureAlgorithm, dataToSign, appended, byteRange } = preparation;
  if (dataToSign === undefined || appended === undefined || byteRange === undefined) return undefined;
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

function fromHex(hex: string): Bytes {
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Refusal('unsafe.changed');
  return Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
}

function refusalOf(error: unknown): LaterKey<'certificate'> {
  if (error instanceof Refusal) return error.why;
  return error instanceof PreparationError ? 'unsafe.changed' : errorKey(error);
}
