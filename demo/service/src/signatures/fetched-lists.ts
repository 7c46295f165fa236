import type { Clock } from '../clock.ts';
import type { ListRequest, RevocationLists } from '@sign-session/verify';

const TIME_LIMIT_MS = 10_000;

/** Lists of large authorities reach some megabytes. */
const LARGEST_BYTES = 16 * 1024 * 1024;

/** Authorities publish every few hours, or sooner after a revocation. */
const KEPT_FOR_MS = 10 * 60_000;
const MOST_KEPT = 20;

interface Kept {
  readonly der: Uint8Array<ArrayBuffer>;
  readonly until: number;
}

/** Revocation lists by http, each kept for some minutes. One that cannot be had is asked for again the next time. */
export class FetchedLists implements RevocationLists {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async find({ address }: ListRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const now = this.#clock.now().getTime();
    const kept = this.#kept.get(address);
    if (kept !== undefined && now < kept.until && now >= kept.until - KEPT_FOR_MS) return kept.der;
    const der = await download(address, AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]));
    if (der === undefined) return undefined;
    this.#kept.delete(address);
    this.#kept.set(address, { der, until: now + KEPT_FOR_MS });
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
    return der;
  }
}

/** Whatever goes wrong on the way means the same: there is no list. */
async function download(address: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const response = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      return undefined;
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body) {
      size += part.length;
      // Leaving the loop cancels the rest.
      if (size > LARGEST_BYTES) return undefined;
      parts.push(part);
    }
    return new Uint8Array(Buffer.concat(parts));
  } catch {
    return undefined;
  }
}
