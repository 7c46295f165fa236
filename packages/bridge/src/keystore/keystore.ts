import type { Bytes } from '@sign-session/certificates';

/** A certificate in a token, and what using its key takes. */
export interface TokenCertificate {
  /** DER. */
  readonly der: Bytes;
  /** Its authorities' certificates, as far as the token has them, in DER: the one that issued it first. */
  readonly issuers: readonly Bytes[];
  /** Which driver and slot it is in, and its CKA_ID: see the keystore that found it. */
  readonly place: string;
  /** What the token is called. */
  readonly token: string;
  /** `pad`: it is typed on the token's own pad. */
  readonly pin: 'typed' | 'pad';
  /** What the token tells of the tries that are left. */
  readonly tries: 'enough' | 'few' | 'last' | 'none';
  /** Does the key need the PIN for each signature? */
  readonly pinForEach: boolean;
}

/** Where keys are: tokens through PKCS#11, or what tests put in their place. */
export interface Keystore {
  /**
   * The certificates that can sign, of all tokens.
   * @throws KeystoreError when there are none, saying why
   */
  certificates(signal: AbortSignal): Promise<readonly TokenCertificate[]>;
  /**
   * Signs SHA-256 digests with a certificate's key: RSASSA-PKCS1-v1_5, or ECDSA as the DER of `Ecdsa-Sig-Value`.
   *
   * @param pin undefined where the token's pad takes it
   * @throws KeystoreError
   */
  sign(
    certificate: TokenCertificate,
    digests: readonly Uint8Array[],
    pin: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[]>;
}

export type KeystoreProblem =
  /** The native part that speaks PKCS#11 was not compiled, or can't be loaded. */
  | 'no-native-part'
  /** No driver was found in any of the known places. */
  | 'no-module'
  /** The driver can't be loaded. */
  | 'module-unusable'
  | 'no-token'
  | 'no-certificate'
  | 'pin-wrong'
  /** Wrong, and the token tells that one try is left. */
  | 'pin-wrong-last-try'
  | 'pin-locked'
  | 'pin-cancelled'
  | 'failed';

/** Its message names the problem and the driver's error, and nothing of the signer's. */
export class KeystoreError extends Error {
  override readonly name = 'KeystoreError';
  readonly problem: KeystoreProblem;

  /** @param detail such as the name of PKCS#11's error */
  constructor(problem: KeystoreProblem, detail = '') {
    super(detail === '' ? problem : `${problem}: ${detail}`);
    this.problem = problem;
  }
}
