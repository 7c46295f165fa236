/** A provider with the API of the Cloud Signature Consortium (CSC), as the operator configured it. */
export interface CscProvider {
  readonly protocol: 'csc';
  /** For requests and the signer's device. */
  readonly id: string;
  /** For signers. */
  readonly name: string;
  /** The base of its API, such as `https://csc.example/csc/v2`; without a trailing slash. */
  readonly address: string;
  /** Another origin where its authorisation server may be; undefined: it is at that of the API. */
  readonly authorizationOrigin: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
}
