import { StatusError } from '../api/errors.ts';
import type { AdvanceAnswer } from '../api/schemas.ts';
import type { SignerClient, StepReference } from '../api/signer-client.ts';
import { signingPreparation } from '../api/signing-preparation.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What the service has prepared for signing; the fields that show what it is may be missing. */
export interface SigningPreparation {
  /** SHA-256, hex. */
  readonly hashToSign: string;
  readonly signatureAlgorithm?: string | undefined;
  /** DER of the signed attributes, base64. */
  readonly dataToSign?: string | undefined;
  /** The bytes of the revision that is to be signed. */
  readonly base?: Bytes | undefined;
  /** What is added to it, base64. */
  readonly appended?: string | undefined;
  readonly byteRange?: readonly number[] | undefined;
}

/** Signs with the certificate that the signer chose. The session knows neither keys nor checks. */
export interface CertificateSigner {
  /** The holder's first. */
  readonly chainPems: readonly string[];
  /**
   * Checks what is to be signed and signs it.
   *
   * @param shown the document's bytes as the signer sees them.
   * @returns the signature in base64; undefined when it was not made, and the signer knows why.
   */
  sign(preparation: SigningPreparation, shown: Bytes, signal: AbortSignal): Promise<string | undefined>;
}

/** Another signer's signature makes a preparation stale; with as many signers as that, something is wrong. */
const MOST_PREPARATIONS = 5;

/** What a signing goes by. */
export interface SigningTask {
  readonly client: SignerClient;
  readonly step: StepReference;
  /** The document's bytes as the signer sees them. */
  readonly shown: Bytes;
}

/**
 * Signs for a session.
 *
 * @returns the service's last answer; undefined when nothing was signed, and the signer knows why.
 */
export type CertificateSigning = (
  task: SigningTask,
  signal: AbortSignal,
) => Promise<AdvanceAnswer | undefined>;

/**
 * Prepares, signs and completes; prepares again by itself when another signature came in between. Where the service
 * refuses the certificate ahead, nothing is signed.
 */
export function certificateSigning(signer: CertificateSigner): CertificateSigning {
  return async (task, signal) => {
    const { client, step, shown } = task;
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
  { client, step }: SigningTask,
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
