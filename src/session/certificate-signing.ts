import type { Advance } from '../api/advance.ts';
import { AnswerError, StatusError } from '../api/errors.ts';
import { advanceFields, type AdvanceAnswer } from '../api/schemas.ts';
import { address, array, lenient, number, object, optional, text } from '../api/shape.ts';
import { laterDocumentLoader } from './later-document-loader.ts';
import type { StepTask, StepWork } from './intents.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The answer to `prepare_signing` (signer API, section 4). The four fields from `dataToSign` on show what is signed. If the
 * service refuses the certificate, the answer is the step's new state.
 */
const signingPreparation = object({
  ...advanceFields,
  signatureRequestId: optional(text),
  hashToSign: optional(text),
  signatureAlgorithm: lenient(text),
  dataToSign: lenient(text),
  baseUrl: lenient(address),
  downloadUrl: lenient(address),
  appended: lenient(text),
  byteRange: lenient(array(number)),
  certificateChainPems: lenient(array(text)),
});

/** What the service has prepared for signing, with all that shows what it is. */
export interface SigningPreparation {
  /** SHA-256, hex. */
  readonly hashToSign: string;
  readonly signatureAlgorithm?: string | undefined;
  /** DER of the signed attributes, base64. */
  readonly dataToSign: string;
  /** The bytes of the revision to be signed. */
  readonly base: Bytes;
  /** What is added to it, base64. */
  readonly appended: string;
  readonly byteRange: readonly number[];
}

/** A document among several, ready to be signed. */
export interface CheckedDocument {
  /** What is signed. */
  readonly bytes: Bytes;
  /** The document's title. */
  readonly label: string;
}

/** Signs several documents after one question to the signer. Undefined: nothing was signed, and the signer was told why. */
export interface JointSigner {
  /** Checks what is to be signed. @param shown as for one document @returns it */
  readonly check: (
    preparation: SigningPreparation,
    shown: Bytes,
    signal: AbortSignal,
  ) => Promise<Bytes | undefined>;
  /** @returns the signatures in base64, in order */
  readonly sign: (
    documents: readonly CheckedDocument[],
    signal: AbortSignal,
  ) => Promise<readonly string[] | undefined>;
}

/** Signs with the certificate that the signer chose. */
export interface CertificateSigner {
  /** The holder's first. */
  readonly chainPems: readonly string[];
  /**
   * Checks what is to be signed, and signs it.
   *
   * @param shown the document's bytes as the signer sees them.
   * @returns the signature in base64; undefined when it was not made, and the signer was told why.
   */
  readonly sign: (
    preparation: SigningPreparation,
    shown: Bytes,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  /** Where the source can. */
  readonly jointly: JointSigner | undefined;
}

/** Preparations before giving up. Another signer's signature makes a preparation stale. */
const MOST_PREPARATIONS = 5;

/** A preparation that the service answered. */
export interface AnsweredPreparation {
  readonly signatureRequestId: string;
  readonly preparation: SigningPreparation;
  /** The chain in PEM, where the service knows the certificate and the page does not. */
  readonly chainPems: readonly string[];
}

/**
 * The step's requests: prepare, make the signature, complete. Prepares again when another signature was added meanwhile.
 * Signs nothing if the service refuses the certificate.
 *
 * @param content the request for a preparation.
 * @param complete checks it, and returns the request that completes it; undefined when nothing was signed, and the signer
 * was told why.
 */
export function signingInSteps(
  content: Advance,
  complete: (
    prepared: AnsweredPreparation,
    shown: Bytes,
    signal: AbortSignal,
  ) => Promise<Advance | undefined>,
): StepWork {
  return async (task, signal) => {
    const { client, step, shown } = task;
    if (shown === undefined) return undefined;
    for (let preparation = 1; ; preparation++) {
      const answer = await prepareSigning(content, task, signal);
      if ('refusal' in answer) return answer.refusal;
      const completion = await complete(answer, shown, signal);
      signal.throwIfAborted();
      if (completion === undefined) return undefined;
      try {
        return await client.advance(step, completion, signal);
      } catch (error) {
        const isStale = error instanceof StatusError && error.problem === 'conflict';
        if (!isStale || preparation === MOST_PREPARATIONS) throw error;
      }
    }
  };
}

/** See {@link prepareSigning}. */
export type PrepareSigning = typeof prepareSigning;

/** Signs with a key on the signer's device. */
export function certificateSigning({ chainPems, sign }: CertificateSigner): StepWork {
  return signingInSteps(
    { action: 'prepare_signing', certificateChainPems: chainPems },
    async ({ signatureRequestId, preparation }, shown, signal) => {
      const rawSignatureBase64 = await sign(preparation, shown, signal);
      if (rawSignatureBase64 === undefined) return undefined;
      return { action: 'complete_signing', signatureRequestId, rawSignatureBase64 };
    },
  );
}

/**
 * Has a signature prepared.
 *
 * @param known the bytes to be signed, where they can be no others; else the service says where the revision is.
 * @returns the answer itself where the service refuses the certificate.
 * @throws AnswerError where it does not show what would be signed: nobody could check that.
 */
export async function prepareSigning(
  content: Advance,
  { client, step }: StepTask,
  signal: AbortSignal,
  known?: Bytes,
): Promise<AnsweredPreparation | { readonly refusal: AdvanceAnswer }> {
  const answer = await client.prepare(step, content, signingPreparation, signal);
  const { signatureRequestId, certificateChainPems: chainPems = [] } = answer;
  if (signatureRequestId === undefined) return { refusal: answer };
  const { hashToSign, signatureAlgorithm, dataToSign, appended, byteRange, baseUrl } = answer;
  if (
    hashToSign === undefined ||
    dataToSign === undefined ||
    appended === undefined ||
    byteRange === undefined ||
    baseUrl === undefined
  )
    throw new AnswerError('The service does not show what would be signed');
  const { fetchDocument } = await laterDocumentLoader();
  const base = known ?? (await fetchDocument(client, baseUrl, signal));
  const preparation = { hashToSign, signatureAlgorithm, dataToSign, appended, byteRange, base };
  return { signatureRequestId, preparation, chainPems };
}

/**
 * Has the file prepared that the signer signs at the gov.br portal.
 * @param receive gets what comes behind the document, and where the service has the whole file for two minutes
 */
export function preparingForPortal(
  receive: (
    file: { readonly appended?: string | undefined; readonly downloadUrl?: string | undefined },
    signal: AbortSignal,
  ) => Promise<void>,
): StepWork {
  return async ({ client, step }, signal) => {
    const answer = await client.prepare(
      step,
      { action: 'prepare_portal_signing' },
      signingPreparation,
      signal,
    );
    await receive(answer, signal);
    return answer;
  };
}
