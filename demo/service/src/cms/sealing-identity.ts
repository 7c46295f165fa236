/** What the service signs with. */
export interface SealingIdentity {
  /** DER, leaf first, root last. */
  chain: Uint8Array[];
  /** RSASSA-PKCS1-v1_5 with SHA-256; can't be exported. */
  privateKey: CryptoKey;
}
