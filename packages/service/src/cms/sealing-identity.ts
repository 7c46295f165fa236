/** The service's signing key and certificate chain. */
export interface SealingIdentity {
  /** DER, leaf first, root last. */
  chain: Uint8Array[];
  /** RSASSA-PKCS1-v1_5 with SHA-256; not exportable. */
  privateKey: CryptoKey;
}
