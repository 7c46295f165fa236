import {
  certificateId,
  ocspRequest,
  readOcspAnswer,
  type OcspAnswer,
  type ResponderRequest,
} from '@sign-session/verify';
import type { Clock } from '../domain/clock.ts';
import type { Random } from '../domain/ids.ts';
import { RecentMap } from '../support/recent-map.ts';
import type { AuthorityClient } from '../pki/authority-client.ts';

/** A response with the responder's certificates takes 1 to 4 KB. */
const LARGEST_BYTES = 64 * 1024;
const NONCE_BYTES = 16;

/** Maximum cache time. Responders that sign in advance state a next update days ahead. */
const LONGEST_KEPT_MS = 60 * 60_000;
const MOST_KEPT = 500;

interface Cached {
  readonly answer: OcspAnswer;
  readonly since: number;
  readonly until: number;
}

/**
 * Fetches OCSP responses over HTTP (RFC 6960, appendix A). Caches each until its next update, for at most an hour.
 */
export class FetchedAnswers {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #client: AuthorityClient;
  readonly #kept = new RecentMap<string, Cached>(MOST_KEPT);

  constructor(options: { clock: Clock; random: Random; client: AuthorityClient }) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#client = options.client;
  }

  async ask(request: ResponderRequest, signal: AbortSignal): Promise<OcspAnswer | undefined> {
    const now = this.#clock.now();
    const time = now.getTime();
    const key = `${request.address} ${Buffer.from(request.certificate.der).toString('base64')}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.since <= time && time < kept.until) return kept.answer;
    this.#kept.delete(key);
    const answer = await this.#fetch(request, signal);
    const until = answer && (await nextUpdateOf(answer, request, now));
    if (answer === undefined || until === undefined) return answer;
    this.#kept.set(key, { answer, since: time, until: Math.min(until.getTime(), time + LONGEST_KEPT_MS) });
    return answer;
  }

  async #fetch(
    { address, certificate, issuer }: ResponderRequest,
    signal: AbortSignal,
  ): Promise<OcspAnswer | undefined> {
    const nonce = Uint8Array.from(this.#random(NONCE_BYTES));
    const body = ocspRequest(await certificateId(certificate, issuer), nonce);
    const post = { body, contentType: 'application/ocsp-request' };
    const der = await this.#client.ask({ address, largest: LARGEST_BYTES, signal, post });
    return der && { der, nonce };
  }
}

/** Undefined for a response that the authority did not sign, so that a forged one is never cached. */
async function nextUpdateOf(
  answer: OcspAnswer,
  { certificate, issuer }: ResponderRequest,
  now: Date,
): Promise<Date | undefined> {
  const reading = await readOcspAnswer(answer, {
    certificate,
    issuer,
    now,
    isResponderGood: async () => false,
  });
  return typeof reading === 'string' ? undefined : reading.nextUpdate;
}
