import type { Clock } from '../domain/clock.ts';
import {
  DerError,
  isListBy,
  readRevocationList,
  type CertificateFacts,
  type ListRequest,
  type RevocationLists,
} from '@sign-session/verify';
import type { AuthorityClient } from '../pki/authority-client.ts';

/** Lists of large authorities reach some megabytes. */
const LARGEST_BYTES = 32 * 1024 * 1024;

/** Roots publish a few times a year, and what they revoke in between has to be seen. */
const LONGEST_KEPT_MS = 24 * 60 * 60_000;
const MOST_KEPT_BYTES = 64 * 1024 * 1024;

interface Kept {
  readonly der: Uint8Array<ArrayBuffer>;
  readonly since: number;
  readonly until: number;
}

/**
 * Revocation lists by http, each kept until its next update, for a day at most. One that cannot be had, or is not
 * its issuer's, is asked for again the next time.
 */
export class FetchedLists implements RevocationLists {
  readonly #clock: Clock;
  readonly #client: AuthorityClient;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Clock, client: AuthorityClient) {
    this.#clock = clock;
    this.#client = client;
  }

  async find(
    { address, issuer }: ListRequest,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const now = this.#clock.now().getTime();
    const held = this.held(address);
    if (held !== undefined) return held;
    this.#kept.delete(address);
    const der = await this.#client.ask({ address, largest: LARGEST_BYTES, signal });
    const nextUpdate = der && (await nextUpdateOf(der, issuer));
    if (der === undefined || nextUpdate === undefined) return der;
    this.#kept.set(address, {
      der,
      since: now,
      until: Math.min(nextUpdate.getTime(), now + LONGEST_KEPT_MS),
    });
    this.#dropOldest();
    return der;
  }

  /** The list of this address that was fetched before, while it is kept. */
  held(address: string): Uint8Array<ArrayBuffer> | undefined {
    const now = this.#clock.now().getTime();
    const kept = this.#kept.get(address);
    return kept !== undefined && kept.since <= now && now < kept.until ? kept.der : undefined;
  }

  #dropOldest(): void {
    let size = 0;
    for (const [address, { der }] of [...this.#kept].toReversed()) {
      size += der.length;
      if (size > MOST_KEPT_BYTES) this.#kept.delete(address);
    }
  }
}

/** Undefined for what is no list of the issuer's: whoever stands in between could have it kept for long. */
async function nextUpdateOf(
  der: Uint8Array<ArrayBuffer>,
  issuer: CertificateFacts,
): Promise<Date | undefined> {
  try {
    const list = readRevocationList(der);
    return (await isListBy(list, issuer)) ? list.nextUpdate : undefined;
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}
