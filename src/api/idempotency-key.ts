import { sha256Hex } from '../support/hex.ts';
import { toJson } from '../support/json.ts';

/** What identifies a request when it is sent again, also after a reload. */
export interface KeyParts {
  readonly sessionId: string;
  /** Absent for actions on the whole session, such as declining. */
  readonly stepId?: string;
  readonly action: string;
  /** The step's attempts so far: a second try of a failed step is another request. */
  readonly attempts?: number;
  /** When the one-time code expires: the same digits for another code are another request. */
  readonly codeExpiresAt?: number | undefined;
  readonly body: string;
  /** Random, new for each click, for actions that a signer may repeat on purpose. */
  readonly nonce?: string;
}

/** The `X-Idempotency-Key` of a request. It is derived, so that a retry has the same one without storing it. */
export async function idempotencyKey(keyParts: KeyParts): Promise<string> {
  const { sessionId, stepId = '', action, attempts = 0, body, codeExpiresAt, nonce } = keyParts;
  const more = [codeExpiresAt, nonce].filter(part => part !== undefined);
  const parts = [sessionId, stepId, action, attempts, body, ...more];
  return sha256Hex(new TextEncoder().encode(toJson(parts)));
}
