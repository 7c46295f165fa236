import { StatusError } from '../api/errors.ts';
import { advanceFields, type AdvanceAnswer } from '../api/schemas.ts';
import { array, lenient, number, object, optional, text } from '../api/shape.ts';
import type { StepTask, StepWork } from './intents.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The answer to `prepare_signing` (signer API, section 4). The last four fields show what is signed; not every
 * service sends them. If the service refuses the certificate, the answer is the step's new state.
 */
const signingPreparation = object({
  ...advanceFields,
  signatureRequestId: optional(text),
  hashToSign: optional(text),
  signatureAlgorithm: lenient(text),
  dataToSign: lenient(text),
  baseUrl: lenient(text),
  appended: lenient(text),
  byteRange: lenient(array(number)),
});

/** What the service has prepared for signing; the fields that show what it is may be missing. */
export interface SigningPreparation {
  /** SHA-256, hex. */
  readonly hashToSign: string;
  readonly signatureAlgorithm?: string | undefined;
  /** DER of the signed attributes, base64. */
  readonly dataToSign?: string | undefined;
  /** The bytes of the revision to be signed. */
  readonly base?: Bytes | undefined;
  /** What is added to it, base64. */
  readonly appended?: string | undefined;
  readonly byteRange?: readonly number[] | undefined;
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
  sign(preparation: SigningPreparation, shown: Bytes, signal: AbortSignal): Promise<string | undefined>;
}

/** Preparations before giving up. Another signer's signature makes a preparation stale. */
const MOST_PREPARATIONS = 5;

/**
 * The step's requests: prepare, sign, complete. Prepares again when another signature was added meanwhile. Signs
 * nothing if the service refuses the certificate.
 */
export function certificateSigning(signer: CertificateSigner): StepWork {
  return async (task, signal) => {
    const { client, step, shown } = task;
    if (shown === undefined) return undefined;
    for (let preparation = 1; ; preparation++) {
      const answer = await prepare(signer, task, signal);
      if ('refusal' in answer) return answer.refusal;
      const { signatureRequestId, prepared } = answer;
      const rawSignatureBase64 = await signer.sign(prepared, shown, signal);
      signal.throwIfAborted();
      if (rawSignatureBase64 === undefined) return undefined;
      try {
        const content = { action: 'complete_signing', signatureRequestId, rawSignatureBase64 } as const;
        return await client.advance(step, content, signal);
      } catch (error) {
        const isStale = error instanceof StatusError && error.problem === 'conflict';
        if (!isStale || preparation === MOST_PREPARATIONS) throw error;
      }
    }
  };
}

async function prepare(
  { chainPems }: CertificateSigner,
  { client, step }: StepTask,
  signal: AbortSignal,
): Promise<
  | { readonly signatureRequestId: string; readonly prepared: SigningPreparation }
  | { readonly refusal: AdvanceAnswer }
> {
  const content = { action: 'prepare_signing', certificateChainPems: chainPems } as const;
  const answer = await client.prepare(step, content, signingPreparation, signal);
  const { signatureRequestId, hashToSign, signatureAlgorithm, dataToSign, baseUrl, appended, byteRange } =
    answer;
  if (signatureRequestId === undefined || hashToSign === undefined) return { refusal: answer };
  const base = baseUrl === undefined ? undefined : await client.document(baseUrl, signal);
  const prepared = { hashToSign, signatureAlgorithm, dataToSign, base, appended, byteRange };
  return { signatureRequestId, prepared };
}
