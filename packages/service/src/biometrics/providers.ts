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

export interface FaceMatcher {
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
export interface IdentityAnswer {
  readonly valid: boolean;
  readonly provider: string;
  readonly nameMatch: boolean;
  readonly birthDateMatch: boolean;
  readonly biometricMatch: boolean;
  /** From 0 to 1. */
  readonly biometricConfidence: number;
}

export interface GovernmentBase {
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
