import { CERTIFICATE_SOURCES, type CertificateSource } from '@sign-session/session-rules';
import type { Clock } from '../domain/clock.ts';
import { systemRandom, type Random } from '../domain/ids.ts';
import type { DialableAddresses } from '../http/guarded-request.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { AuthorityClient } from '../pki/authority-client.ts';
import { certificatesInPem, readCertificateFacts, type CertificateFacts } from '@sign-session/certificates';
import { type RevocationLists, type Trust } from '@sign-session/verify';
import { FetchedAnswers } from './fetched-answers.ts';
import { FetchedLists, knownLists, type KnownLists } from './revocation-lists.ts';
import { serviceTrust, type TestAuthority } from './service-trust.ts';

interface OpenTrustOptions {
  readonly clock: Clock;
  readonly random?: Random;
  readonly sealer: {
    /** Those that the service has sealed under. */ roots(): Promise<readonly CertificateFacts[]>;
  };
  /** Which addresses named in certificates may be connected to. */
  readonly addresses: DialableAddresses;
  readonly metrics: Metrics;
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
export function openTrust(options: OpenTrustOptions): OpenedTrust {
  const { clock, sealer, testAuthorities, trustedRoots = '', govBrRoots = '' } = options;
  const { random = systemRandom } = options;
  const { signers: testSigners, govBr: testGovBr } = testAuthorities ?? {};
  const isLocal = testAuthorities !== undefined;
  const client = new AuthorityClient(options.addresses, options.metrics);
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
