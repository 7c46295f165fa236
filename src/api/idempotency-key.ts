/** What makes one intent of the signer the same intent when it is sent again, also after a reload. */
export interface Intent {
  readonly sessionId: string;
  /** Absent for what concerns the whole session, such as declining. */
  readonly stepId?: string;
  readonly action: string;
  /** The step's attempts so far: a second try of a failed step is another intent. */
  readonly attempts?: number;
  /** Entering the same digits for another one-time code is another intent: when that code ends. */
  readonly codeExpiresAt?: number | undefined;
  readonly body: string;
  /** For what a signer may mean twice: something random, made once a click. */
  readonly nonce?: string;
}

/** The `X-Idempotency-Key` of an intent: derived, so nothing need be stored for a retry to carry the same. */
export async function idempotencyKey(intent: Intent): Promise<string> {
  const { sessionId, stepId = '', action, attempts = 0, body, codeExpiresAt, nonce } = intent;
  const more = [codeExpiresAt, nonce].filter(part => part !== undefined);
  const parts = [sessionId, stepId, action, attempts, body, ...more];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(parts)));
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');
}
