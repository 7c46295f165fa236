/** What keeps secrets out of answers. */

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Far more than a conversation creates; the oldest is forgotten, and its session goes on. */
const MOST_SESSIONS = 1000;

/** The client secrets of the sessions that were created, by session. They are in memory alone. */
export class SessionSecrets {
  readonly #held = new Map<string, string>();

  find(sessionId: string): string | undefined {
    return this.#held.get(sessionId);
  }

  /** Takes the client secret out of the answer to a creation. @returns the answer without it */
  takeFrom(answer: unknown): unknown {
    if (!isJson(answer) || typeof answer['clientSecret'] !== 'string') return answer;
    const { clientSecret, ...rest } = answer;
    const { sessionId } = rest;
    if (typeof sessionId === 'string') this.#keep(sessionId, clientSecret);
    return rest;
  }

  #keep(sessionId: string, secret: string): void {
    this.#held.delete(sessionId);
    this.#held.set(sessionId, secret);
    const [oldest] = this.#held.keys();
    if (this.#held.size > MOST_SESSIONS && oldest !== undefined) this.#held.delete(oldest);
  }
}

/** Client secrets as they stand in signers' links, in the messages of the local service's inbox for example. */
const CLIENT_SECRET = /ss_secret_[\w.~%-]+/g;

/** A text without client secrets and without what else is secret. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let rest = text.replaceAll(CLIENT_SECRET, '[client secret]');
  for (const secret of secrets) rest = rest.replaceAll(secret, '[secret]');
  return rest;
}
