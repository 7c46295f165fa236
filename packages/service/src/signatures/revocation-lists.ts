/** Revocation lists: fetched, kept, and recorded for long-term signatures. */
import { BerError, type CertificateFacts } from '@sign-session/certificates';
import {
  isListBy,
  type ListRequest,
  type OcspAnswer,
  readRevocationList,
  type ResponderRequest,
  type RevocationLists,
} from '@sign-session/verify';
import type { Clock } from '../domain/clock.ts';
import type { AuthorityClient } from '../pki/authority-client.ts';
import type { TestAuthority } from './service-trust.ts';

/** Lists of large authorities have several megabytes. */
const LARGEST_BYTES = 32 * 1024 * 1024;

/** Maximum cache time. Root authorities publish a few times a year, and revocations in between must be noticed. */
const LONGEST_KEPT_MS = 24 * 60 * 60_000;
const MOST_KEPT_BYTES = 64 * 1024 * 1024;

interface CachedList {
  readonly der: Uint8Array<ArrayBuffer>;
  readonly since: number;
  readonly until: number;
}

/**
 * Fetches revocation lists over HTTP. Caches each until its next update, for at most a day. A list that is
 * unavailable or not signed by its issuer is fetched again the next time.
 */
export class FetchedLists implements RevocationLists {
  readonly #clock: Clock;
  readonly #client: AuthorityClient;
  readonly #kept = new Map<string, CachedList>();

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

  /** The cached list of this address, if any. */
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

/** Undefined for a list that the issuer did not sign, so that a forged one is never cached. */
async function nextUpdateOf(
  der: Uint8Array<ArrayBuffer>,
  issuer: CertificateFacts,
): Promise<Date | undefined> {
  try {
    const list = readRevocationList(der);
    return (await isListBy(list, issuer)) ? list.nextUpdate : undefined;
  } catch (error) {
    if (error instanceof BerError) return undefined;
    throw error;
  }
}

/** The revocation lists that the service already has, by address. */
export interface KnownLists {
  /** DER, or undefined if it is not cached. Fetches nothing. */
  find(address: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** The lists fetched for earlier verifications, and those of the test authorities. */
export function knownLists(options: {
  readonly fetched: FetchedLists;
  readonly testAuthorities: readonly TestAuthority[];
}): KnownLists {
  const { fetched, testAuthorities } = options;
  return {
    async find(address) {
      const authority = testAuthorities.find(each => each.addresses().listAddress === address);
      return authority === undefined ? fetched.held(address) : authority.revocationList();
    },
  };
}

/** Queries lists and responders and records the answers, so that a later check can reuse them without waiting. */
export class RecordingLists implements RevocationLists {
  readonly #lists: RevocationLists;
  readonly #found = new Map<string, Uint8Array<ArrayBuffer> | undefined>();
  readonly #answers = new Map<string, OcspAnswer | undefined>();

  constructor(lists: RevocationLists) {
    this.#lists = lists;
  }

  async find(request: ListRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const found = await this.#lists.find(request, signal);
    this.#found.set(keyOf(request), found);
    return found;
  }

  async ask(request: ResponderRequest, signal: AbortSignal): Promise<OcspAnswer | undefined> {
    const answer = await this.#lists.ask?.(request, signal);
    this.#answers.set(questionOf(request), answer);
    return answer;
  }

  /** DER of every list that was found. */
  get foundLists(): Uint8Array[] {
    return [...this.#found.values()].filter(found => found !== undefined);
  }

  /** DER of every response of a responder. */
  get foundResponses(): Uint8Array[] {
    return [...this.#answers.values()].flatMap(answer => answer?.der ?? []);
  }

  /** The recorded answers. Anything that was not queried is undefined. */
  get answers(): RevocationLists {
    return {
      find: async request => this.#found.get(keyOf(request)),
      ask: async request => this.#answers.get(questionOf(request)),
    };
  }
}

/** The key includes the issuer, because two authorities may use the same address. */
function keyOf({ address, issuer }: ListRequest): string {
  return `${Buffer.from(issuer.signature).toString('base64')} ${address}`;
}

function questionOf(request: ResponderRequest): string {
  return `${request.certificate.serialNumber} ${keyOf(request)}`;
}
