import type { CertificateFacts } from '@sign-session/certificates';
import type { OcspAnswer } from './ocsp.ts';

/** Where a list of revoked certificates is to be had. */
export interface ListRequest {
  /** As the certificate states it: http or https. */
  readonly address: string;
  /** Whose list it is. Its own certificate has led to a trusted root. */
  readonly issuer: CertificateFacts;
}

/** Which certificate a responder (RFC 6960) is asked for. */
export interface ResponderRequest extends ListRequest {
  readonly certificate: CertificateFacts;
}

/** Certificate revocation lists (RFC 5280, 5), and responders beside them. */
export interface RevocationLists {
  /** The DER of the list, or undefined when it cannot be had. Whether it is the issuer's, is for the caller. */
  find(request: ListRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The responder's answer, or undefined when there is none. Absent: no responder can be asked. */
  ask?(request: ResponderRequest, signal: AbortSignal): Promise<OcspAnswer | undefined>;
}

/** What a validation rests on. */
export interface Trust {
  /** Nothing is trusted that does not lead to one of them. */
  readonly roots: () => Promise<readonly CertificateFacts[]>;
  readonly lists: RevocationLists;
}
