/** Where the signer is, as the device says. Degrees (WGS 84), and metres within which that is true. */
export interface Geolocation {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy?: number;
  readonly source?: 'GPS' | 'IP' | 'WIFI' | 'CELL';
}

/** How much of the document the signer came to, and what they were told about it by its short names. */
export interface DocumentView {
  readonly pagesViewed: number;
  readonly pages: number;
  readonly notices: readonly string[];
}

/** The bodies of `advance` (signer API, section 4). */
export type Advance =
  | {
      readonly action: 'accept';
      /** `sha256:` and hex: the digest of the bytes that were shown. */
      readonly acceptedDocumentHash?: string;
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
      readonly action: 'prepare_signing';
      /** PEM, the holder's first. */
      readonly certificateChainPems: readonly string[];
    }
  | {
      readonly action: 'complete_signing';
      readonly signatureRequestId: string;
      readonly rawSignatureBase64: string;
    };
