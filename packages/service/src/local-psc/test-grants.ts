import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';

/** The one client of the test providers. */
export interface TestClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** An authorisation that somebody is asked for. */
export interface AskedGrant {
  readonly providerId: string;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
  readonly scope: string;
  readonly lifeSeconds: number;
  /** CPF or CNPJ. */
  readonly holder: string;
  /** The only hashes that may be signed, base64; undefined: any. */
  readonly hashes?: readonly string[] | undefined;
}

/** A token, with whose certificate it signs. */
export interface TestToken extends AskedGrant {
  readonly token: string;
}

interface Kept<T> {
  readonly value: T;
  readonly until: number;
}

const ASKED_MS = 10 * 60_000;
const CODE_MS = 60_000;

const random = () => crypto.randomUUID().replaceAll('-', '');

/** Kept by key, each taken at most once and for a limited time. */
class Once<T> {
  readonly #clock: Clock;
  readonly #all = new Map<string, Kept<T>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  put(value: T, lifeMs: number): string {
    const key = random();
    this.#all.set(key, { value, until: this.#clock.now().getTime() + lifeMs });
    return key;
  }

  find(key: string): T | undefined {
    const found = this.#all.get(key);
    return found !== undefined && found.until > this.#clock.now().getTime() ? found.value : undefined;
  }

  take(key: string): T | undefined {
    const found = this.find(key);
    this.#all.delete(key);
    return found;
  }
}

/** Requests, codes and tokens of the test providers. They end with the process. */
export class TestGrants {
  readonly #asked: Once<AskedGrant>;
  readonly #codes: Once<AskedGrant>;
  readonly #tokens: Once<AskedGrant>;

  constructor(clock: Clock) {
    this.#asked = new Once(clock);
    this.#codes = new Once(clock);
    this.#tokens = new Once(clock);
  }

  ask(grant: AskedGrant): string {
    return this.#asked.put(grant, ASKED_MS);
  }

  asked(id: string): AskedGrant | undefined {
    return this.#asked.find(id);
  }

  /** The code of an approval. @param holder who approved */
  approve(id: string, holder: string): string | undefined {
    const grant = this.#asked.take(id);
    return grant && this.#codes.put({ ...grant, holder }, CODE_MS);
  }

  deny(id: string): void {
    this.#asked.take(id);
  }

  /** The token for a code, which is spent by any attempt. Undefined: it is not accepted. */
  exchange(
    code: string,
    given: { providerId: string; redirectUri: string; verifier: string },
  ): TestToken | undefined {
    const grant = this.#codes.take(code);
    if (grant === undefined) return undefined;
    const challenge = createHash('sha256').update(given.verifier).digest('base64url');
    const isGiven =
      grant.providerId === given.providerId &&
      grant.redirectUri === given.redirectUri &&
      isSame(grant.challenge, challenge);
    return isGiven ? { ...grant, token: this.#tokens.put(grant, grant.lifeSeconds * 1000) } : undefined;
  }

  /** What a token stands for, as long as it lives. */
  tokenOf(providerId: string, token: string): AskedGrant | undefined {
    const grant = this.#tokens.find(token);
    return grant?.providerId === providerId ? grant : undefined;
  }

  spend(token: string): void {
    this.#tokens.take(token);
  }
}

export function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map(text => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
