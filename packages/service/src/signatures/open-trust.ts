/** Opens the roots that signatures are checked against, with what revocation lists and responders say. */
import { type CertificateFacts, certificatesInPem, readCertificateFacts } from '@sign-session/certificates';
import { CERTIFICATE_SOURCES, type CertificateSource } from '@sign-session/session-rules';
import {
  certificateId,
  type OcspAnswer,
  ocspRequest,
  readOcspAnswer,
  type ResponderRequest,
  type RevocationLists,
  type Trust,
} from '@sign-session/verify';
import type { Core } from '../core/core.ts';
import type { Clock } from '../domain/clock.ts';
import type { Random } from '../domain/ids.ts';
import type { DialableAddresses } from '../http/guarded-request.ts';
import { AuthorityClient } from '../pki/authority-client.ts';
import { BoundedMap } from '../support/bounded-map.ts';
import { FetchedLists, knownLists, type KnownLists } from './revocation-lists.ts';
import { serviceTrust, type TestAuthority } from './service-trust.ts';

/** A response with the responder's certificates takes 1 to 4 KB. */
const LARGEST_BYTES = 64 * 1024;
const NONCE_BYTES = 16;

/** Maximum cache time. Responders that sign in advance state a next update days ahead. */
const LONGEST_KEPT_MS = 60 * 60_000;
const MOST_KEPT = 500;

interface CachedOcspAnswer {
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
  readonly #kept = new BoundedMap<string, CachedOcspAnswer>(MOST_KEPT);

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

interface OpenTrustOptions {
  readonly sealer: {
    /** Those that the service has sealed under. */ roots(): Promise<readonly CertificateFacts[]>;
  };
  /** Which addresses named in certificates may be connected to. */
  readonly addresses: DialableAddresses;
  /** Those of local mode. */
  readonly testAuthorities: { readonly signers: TestAuthority; readonly govBr: TestAuthority } | undefined;
  /** PEM. */
  readonly trustedRoots?: string | undefined;
  /** PEM; with the authorities between, which the portal's signatures do not carry. */
  readonly govBrRoots?: string | undefined;
  /** Replaces all of the above. */
  readonly trust?: Trust;
}

/** What the service trusts, for what. */
export interface OpenedTrust {
  /** To verify a file: everything. */
  readonly trust: Trust;
  /** For certificates that signers sign with here: not the authority of the gov.br portal. */
  readonly signerTrust: Trust;
  /** Where certificates may come from, as far as the service trusts anybody who issues them. */
  readonly sources: readonly CertificateSource[];
  /** For documents signed at the gov.br portal: its authority alone; undefined where none is known. */
  readonly govBrTrust: Trust | undefined;
  readonly knownLists: KnownLists;
}

/**
 * Sets up what the service trusts: the roots of its own seals, the roots that the operator configures, and in local mode
 * test authorities.
 * @throws BerError when a trusted root cannot be parsed
 */
export function openTrust(core: Core, options: OpenTrustOptions): OpenedTrust {
  const { clock, random, metrics } = core;
  const { sealer, testAuthorities, trustedRoots = '', govBrRoots = '' } = options;
  const { signers: testSigners, govBr: testGovBr } = testAuthorities ?? {};
  const isLocal = testAuthorities !== undefined;
  const client = new AuthorityClient(options.addresses, metrics);
  const lists = new FetchedLists(clock, client);
  const answers = new FetchedAnswers({ clock, random, client });
  const fetched: RevocationLists = {
    find: (request, signal) => lists.find(request, signal),
    ask: (request, signal) => answers.ask(request, signal),
  };
  const configured = certificatesInPem(trustedRoots).map(readCertificateFacts);
  const govBr = certificatesInPem(govBrRoots).map(readCertificateFacts);
  const own = async () => [...(await sealer.roots()), ...configured];
  const trusting = (roots: Trust['roots'], ...tests: (TestAuthority | undefined)[]) =>
    serviceTrust({ roots, testAuthorities: tests.filter(test => test !== undefined), fetched });
  return {
    trust: options.trust ?? trusting(async () => [...(await own()), ...govBr], testSigners, testGovBr),
    signerTrust: options.trust ?? trusting(own, testSigners),
    govBrTrust: isLocal || govBr.length > 0 ? trusting(async () => govBr, testGovBr) : undefined,
    sources: CERTIFICATE_SOURCES.filter(source =>
      source === 'GOV_BR'
        ? isLocal || govBr.length > 0
        : isLocal || configured.length > 0 || options.trust !== undefined,
    ),
    knownLists: knownLists({
      fetched: lists,
      testAuthorities: [testSigners, testGovBr].filter(test => test !== undefined),
    }),
  };
}
