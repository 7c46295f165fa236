import type { PhotoDocumentType } from '../domain/step.ts';
/**
 * Who compares faces and asks the government's base. The service knows them by these interfaces only; the local
 * ones (local-providers.ts) know no face, and decide by the signer's CPF.
 */

/** Whom a check is about. Nothing of it may be logged. */
export interface Subject {
  readonly name: string;
  /** 11 digits. */
  readonly cpf: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | undefined;
  /** JPEG of the face, straight ahead; absent in simulated mode. */
  readonly face: Uint8Array | undefined;
}

/** The provider has no answer at the moment: neither yes nor no. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** Both from 0 to 1. It is the same person from `threshold` on. */
export interface Similarity {
  readonly similarity: number;
  readonly threshold: number;
  /** Who compared them. */
  readonly provider?: string;
}

/** FACE: a detector looked for a face. PICTURE: only the picture's size, light and contrast were measured. */
export const DETECTION_BASES = ['FACE', 'PICTURE'] as const;

/** What a provider says of a photo that others are to be compared with. */
export interface FaceDetection {
  /** From 0 to 1: how sure it is that there is a face, or how usable the picture is. */
  readonly confidence: number;
  readonly basis: (typeof DETECTION_BASES)[number];
  /** Who looked at it. */
  readonly provider: string;
}

export interface FaceMatcher {
  /**
   * Looks for a face that others can be compared with.
   * @param photo JPEG
   * @throws ProviderUnavailableError, the signal's reason
   */
  detect(photo: Uint8Array, signal: AbortSignal): Promise<FaceDetection>;
  /**
   * Compares the face with the signer's reference photo.
   * @param reference JPEG; absent when the signer has none, and then the first one becomes it
   * @throws ProviderUnavailableError
   */
  match(subject: Subject, reference: Uint8Array | undefined, signal: AbortSignal): Promise<Similarity>;
}

/** What the government's base says, as the evidence names it (signer API, section 7). */
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
