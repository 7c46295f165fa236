/** Why an authorisation or a signature by a cloud certificate did not come about, as told to the signer. */
export const CLOUD_ERRORS = [
  /** The signer, or their provider, said no. */
  'denied',
  /** Nobody answered on the provider's page in time. */
  'timed-out',
  /** The authorisation was given, but no longer holds. */
  'expired',
  /** It was given by somebody else, or for somebody else's certificate. */
  'wrong-holder',
  /** The provider does not answer, or not as agreed. */
  'provider-unavailable',
  /** The provider takes no more requests now. */
  'too-many',
  /** The provider answered with something that must not be used, such as a signature by another key. */
  'invalid-answer',
  /** The certificate signs fewer documents by one authorisation than there are. */
  'too-many-documents',
  /** The certificate is used in a way that this service does not support, such as a PIN that it would have to ask for. */
  'not-supported',
] as const;
export type CloudError = (typeof CLOUD_ERRORS)[number];

/**
 * A failed request to a provider. Its message holds nothing of the answer, which is the least standard part of these
 * interfaces and may hold data of the signer.
 */
export class PscError extends Error {
  override readonly name = 'PscError';
  readonly kind: CloudError;

  constructor(kind: CloudError, detail: string, options?: { readonly cause?: unknown }) {
    super(`${kind}: ${detail}`, options);
    this.kind = kind;
  }
}

/** OAuth 2.0's errors on the way back from the provider's page (RFC 6749, 4.1.2.1), and those of single providers. */
const RETURNED: ReadonlyMap<string, CloudError> = new Map([
  ['access_denied', 'denied'],
  ['user_denied', 'denied'],
  ['server_error', 'provider-unavailable'],
  ['temporarily_unavailable', 'provider-unavailable'],
]);

/** @param error as in the address that the signer came back with */
export function returnedError(error: string): CloudError {
  return RETURNED.get(error) ?? 'invalid-answer';
}
