import { timeLimit } from '@sign-session/verify';
import { unavailable } from '../domain/problem.ts';
import type { PhotoDocumentType } from '../domain/step.ts';

/**
 * Interfaces for face comparison and the government database. The service knows providers only through these; the
 * simulated ones (simulated-providers.ts) cannot recognise faces, and everybody matches.
 */

/** The person to check. Must not be logged. */
export interface Subject {
  readonly name: string;
  /** 11 digits. */
  readonly cpf: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | undefined;
  /** JPEG of the face, looking straight ahead; absent in simulated mode. */
  readonly face: Uint8Array | undefined;
}

/** The provider cannot answer at the moment. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** Both from 0 to 1. It is a match if `similarity` reaches `threshold`. */
export interface Similarity {
  readonly similarity: number;
  readonly threshold: number;
  /** Name of the provider that compared them. */
  readonly provider?: string;
  /** From 0 to 1: how sure it is that what it compared is a face. */
  readonly faceConfidence?: number;
}

/** FACE: a detector looked for a face. PICTURE: only the picture's size, light and contrast were measured. */
export const DETECTION_BASES = ['FACE', 'PICTURE'] as const;

/** A provider's result for a photo that others will be compared with. */
export interface FaceDetection {
  /** From 0 to 1: the confidence that there is a face, or how usable the picture is. */
  readonly confidence: number;
  readonly basis: (typeof DETECTION_BASES)[number];
  /** Name of the provider. */
  readonly provider: string;
}

interface FaceMatcher {
  /**
   * Looks for a face that can be compared.
   * @param photo JPEG
   * @throws ProviderUnavailableError, the signal's reason
   */
  detect(photo: Uint8Array, signal: AbortSignal): Promise<FaceDetection>;
  /**
   * Compares the face with the signer's reference photo.
   * @param reference JPEG; absent if the signer has none, in which case this face becomes it
   * @throws ProviderUnavailableError
   */
  match(subject: Subject, reference: Uint8Array | undefined, signal: AbortSignal): Promise<Similarity>;
}

/** The government database's answer, under the evidence's names (signer API, section 7). */
interface IdentityAnswer {
  readonly valid: boolean;
  readonly provider: string;
  readonly nameMatch: boolean;
  readonly birthDateMatch: boolean;
  readonly biometricMatch: boolean;
  /** From 0 to 1. */
  readonly biometricConfidence: number;
}

interface GovernmentBase {
  /** @throws ProviderUnavailableError */
  check(subject: Subject, signal: AbortSignal): Promise<IdentityAnswer>;
}

export interface DocumentPhotoMatcher {
  /**
   * Compares the face on an identity document with the signer's.
   * @param photo JPEG
   * @throws ProviderUnavailableError
   */
  match(
    subject: Subject,
    photo: Uint8Array,
    documentType: PhotoDocumentType,
    signal: AbortSignal,
  ): Promise<Similarity>;
}

export interface BiometricProviders {
  readonly faces: FaceMatcher;
  readonly government: GovernmentBase;
  readonly documentPhotos: DocumentPhotoMatcher;
}

/**
 * Asks a provider, for as long as the limit allows.
 * @param closing ends the wait too; the question then fails with its reason
 * @returns undefined when the provider does not answer
 */
export async function askProvider<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  limitMs: number,
  closing?: AbortSignal,
): Promise<T | undefined> {
  const limit = timeLimit(limitMs);
  try {
    return await ask(closing === undefined ? limit : AbortSignal.any([closing, limit]));
  } catch (error) {
    const hasNoAnswer = error instanceof ProviderUnavailableError || limit.aborted;
    if (hasNoAnswer && closing?.aborted !== true) return undefined;
    throw error;
  }
}

/** How long a request waits for a provider. */
const REQUEST_LIMIT_MS = 10_000;

/** Asks a provider for a request that waits. @throws Problem `service-unavailable` when it does not answer */
export async function requireAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, detail: string): Promise<T> {
  const answer = await askProvider(ask, REQUEST_LIMIT_MS);
  if (answer === undefined) throw unavailable(detail, 5);
  return answer;
}
