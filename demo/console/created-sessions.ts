import type { ServiceClient } from './http/service-client.ts';
import type { CreatedSession } from './http/service-types.ts';

/** A session that is shown in the preview. */
export interface PreviewSession extends CreatedSession {
  /** Only in envelopes. */
  readonly signer?: { readonly index: number; readonly name: string };
}

/** A created session, or an envelope with the sessions of its signers in their order. */
export interface CreatedSessions {
  readonly sessions: readonly PreviewSession[];
  readonly envelopeId?: string;
}

/** Created sessions with the client that created them: the menu may select another one since. */
export interface CreatedByClient extends CreatedSessions {
  readonly service: ServiceClient;
}

/** The address that lets its holder sign (service interface, "Link rule"). */
export function signerLinkOf({ url, clientSecret }: CreatedSession): string {
  return `${url}?cs=${encodeURIComponent(clientSecret)}`;
}
