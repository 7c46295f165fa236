/** Where the signer is, as the device says: degrees (WGS 84), and the accuracy in metres. */
export interface Geolocation {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy?: number;
  readonly source?: 'GPS' | 'IP' | 'WIFI' | 'CELL';
}

/** How many pages the signer saw, and the short names of the warnings they were shown. */
export interface DocumentView {
  readonly pagesViewed: number;
  readonly pages: number;
  readonly notices: readonly string[];
  /** What stood on the button that was pressed. */
  readonly submitLabel?: string;
  /** The keys of the texts that the page had replaced. */
  readonly replacedTexts?: readonly string[] | undefined;
}

/** A picture that was uploaded: its index, when it was taken (ISO 8601, the service's clock), its SHA-256 in hex. */
export interface FrameReference {
  readonly index: number;
  readonly action: string;
  readonly capturedAt: string;
  readonly sha256: string;
}

/** What was captured for a liveness attempt (signer API, section 5). */
export interface CompletedLiveness {
  readonly nonce: string;
  readonly frames: readonly FrameReference[];
  readonly metrics: {
    readonly durationMs: number;
    /** Mean luma, 0 to 255. */
    readonly brightness: number;
    /** Variance of the Laplacian. */
    readonly sharpness: number;
    /** Of the frame's, 0 to 1. */
    readonly faceAreaRatio: number;
    /** ISO 8601, the service's clock. */
    readonly actions: readonly {
      readonly action: string;
      readonly startedAt: string;
      readonly passedAt: string;
    }[];
  };
}

/** What the signer shows a photo of. */
export type PhotoDocumentType = 'RG' | 'CNH' | 'CTPS' | 'PASSPORT' | 'OTHER';

/** The bodies of `advance` (signer API, section 4). */
export type Advance =
  | {
      readonly action: 'accept';
      /** `sha256:` and hex: the digest of the bytes that were shown. */
      readonly acceptedDocumentHash?: string;
      /** Of a batch, in order. */
      readonly acceptedDocuments?: readonly {
        readonly documentHash: string;
        readonly documentView?: DocumentView;
      }[];
      /** Which wording of the consent sentence was ticked. */
      readonly textVersion: string;
      readonly locale: string;
      readonly documentView?: DocumentView;
      readonly geolocation?: Geolocation;
    }
  | {
      readonly action: 'acknowledge_purpose';
      readonly acknowledged: true;
      readonly disclosureVersion: string;
    }
  | { readonly action: 'resend_otp'; readonly otpChannel?: string }
  | { readonly action: 'verify_otp'; readonly otpCode: string }
  | {
      readonly action: 'start_liveness';
      readonly capabilities: { readonly camera: boolean; readonly extendedTime?: boolean };
    }
  | {
      readonly action: 'complete_liveness';
      readonly livenessSessionId: string;
      readonly liveness: CompletedLiveness;
    }
  | {
      readonly action: 'submit_document_photo';
      /** JPEG, base64. */
      readonly documentImage: string;
      readonly documentType: PhotoDocumentType;
    }
  | {
      readonly action: 'prepare_signing';
      /** PEM, the holder's first. */
      readonly certificateChainPems: readonly string[];
      /** In a batch, from 1. */
      readonly documentPosition?: number;
    }
  | {
      readonly action: 'complete_signing';
      readonly signatureRequestId: string;
      readonly rawSignatureBase64: string;
      readonly documentPosition?: number;
    }
  | {
      readonly action: 'submit_signed_document';
      /** The document as the gov.br portal signed it, base64. */
      readonly signedDocument: string;
    }
  | {
      readonly action: 'authorize_cloud_signing';
      readonly providerId: string;
      /** The page that the provider's leads back to; absent where it opens in a window of its own. */
      readonly returnTo?: string;
    }
  /** The second authorisation, of exactly what was prepared, where the provider has to be told. */
  | { readonly action: 'confirm_cloud_signing'; readonly returnTo?: string }
  | { readonly action: 'cancel_cloud_signing' }
  | { readonly action: 'prepare_cloud_signing'; readonly documentPosition?: number }
  | {
      readonly action: 'complete_cloud_signing';
      readonly signatureRequestId: string;
      readonly documentPosition?: number;
    };
