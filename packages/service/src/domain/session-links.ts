/** Paths on the way to the page of a provider of cloud certificates, and back. */
export const CLOUD_START = '/cloud/start';
export const CLOUD_CALLBACK = '/cloud/callback';
/** Where the window of a first authorisation waits for the second one. */
export const CLOUD_NEXT = '/cloud/callback/next';

/** Builds the URLs of a session's pages from the public URL, never from a request's Host header. */
export class SessionLinks {
  readonly #publicUrl: string;

  /** @param publicUrl without a trailing slash */
  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl;
  }

  /** The hosted page without a credential. */
  hostedUrl(sessionId: string): string {
    return `${this.#publicUrl}/s/${sessionId}`;
  }

  /** The hosted page with the signer's credential (service interface, "Link rule"). */
  signerLink(sessionId: string, clientSecret: string): string {
    return `${this.hostedUrl(sessionId)}?cs=${encodeURIComponent(clientSecret)}`;
  }

  /** The hosted page with a one-time handover code (signer API, section 2, `handover`). */
  handoverLink(sessionId: string, code: string): string {
    return `${this.hostedUrl(sessionId)}?h=${encodeURIComponent(code)}`;
  }

  /** Upload URL for the frames of a liveness attempt; `{index}` counts from 0 (signer API, section 5). */
  livenessFrames(sessionId: string, livenessSessionId: string): string {
    return `${this.#publicUrl}/v1/signing-sessions/${sessionId}/liveness/${livenessSessionId}/frames/{index}`;
  }

  /** Leads to the page of a provider of cloud certificates, once. */
  cloudStart(ticket: string): string {
    return `${this.#publicUrl}${CLOUD_START}?t=${encodeURIComponent(ticket)}`;
  }

  /** Where those pages lead back to. */
  cloudCallback(): string {
    return this.#publicUrl + CLOUD_CALLBACK;
  }

  verifierUrl(evidenceId: string): string {
    return `${this.#publicUrl}/verify/${evidenceId}`;
  }
}
