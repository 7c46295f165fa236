import type { KeystoreProblem, TokenCertificate } from '../keystore/keystore.ts';
import type { CertificateLocation } from './token.ts';

/** What the process is to do; it does one thing and ends. */
export type TokenTask =
  | { readonly kind: 'certificates'; readonly module: string }
  | {
      readonly kind: 'sign';
      readonly place: CertificateLocation;
      readonly digests: readonly Uint8Array[];
      readonly pin: string | undefined;
    };

export type TokenOutcome =
  | { readonly kind: 'certificates'; readonly certificates: readonly TokenCertificate[] }
  | { readonly kind: 'signatures'; readonly signatures: readonly Uint8Array[] }
  | { readonly kind: 'problem'; readonly problem: KeystoreProblem; readonly detail: string };
