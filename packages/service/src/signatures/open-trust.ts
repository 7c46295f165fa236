import type { Clock } from '../domain/clock.ts';
import { systemRandom, type Random } from '../domain/identifiers/random-ids.ts';
import type { DialableAddresses } from '../http/guarded-request.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { AuthorityClient } from '../pki/authority-client.ts';
import { certificatesInPem, readCertificateFacts, type CertificateFacts } from '@sign-session/certificates';
import { type RevocationLists, type Trust } from '@sign-session/verify';
import { TestSigners } from '../pki/test-signers.ts';
import type { Database } from '../storage/database.ts';
import { FetchedAnswers } from './fetched-answers.ts';
import { FetchedLists } from './fetched-lists.ts';
import { knownLists, type KnownLists } from './known-lists.ts';
import { serviceTrust } from './service-trust.ts';

export interface OpenTrustOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random?: Random;
  readonly sealer: {
    /** Those that the service has sealed under. */ roots(): Promise<readonly CertificateFacts[]>;
  };
  readonly publicUrl: string;
  /** Which addresses named in certificates may be connected to. */
  readonly addresses: DialableAddresses;
  readonly metrics: Metrics;
  readonly localMode?: boolean;
  /** PEM. */
  readonly trustedRoots?: string | undefined;
  /** Replaces all of the above. */
  readonly trust?: Trust;
}

/**
 * Sets up what the service trusts: the roots of its own seals, the roots that the operator configures, and in local mode the test
 * authority.
 * @throws BerError when a trusted root cannot be parsed
 */
export function openTrust(options: OpenTrustOptions): {
  readonly trust: Trust;
  readonly testSigners: TestSigners | undefined;
  readonly knownLists: KnownLists;
} {
  const { database, clock, sealer, publicUrl, localMode = true, trustedRoots = '' } = options;
  const { random = systemRandom } = options;
  const publicAddress = publicUrl.replace(/\/+$/, '');
  const testSigners = localMode ? new TestSigners({ database, clock, publicAddress }) : undefined;
  const configured = certificatesInPem(trustedRoots).map(readCertificateFacts);
  const roots = async () => [...(await sealer.roots()), ...configured];
  const client = new AuthorityClient(options.addresses, options.metrics);
  const lists = new FetchedLists(clock, client);
  const answers = new FetchedAnswers({ clock, random, client });
  const fetched: RevocationLists = {
    find: (request, signal) => lists.find(request, signal),
    ask: (request, signal) => answers.ask(request, signal),
  };
  return {
    trust: options.trust ?? serviceTrust({ roots, testSigners, fetched }),
    testSigners,
    knownLists: knownLists({ fetched: lists, testSigners, publicAddress }),
  };
}
