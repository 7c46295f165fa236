import type { CertificationPath } from './certification-path.ts';
import type { HeldRevocations } from './held-data.ts';
import { checkRevocation } from './revocation.ts';
import type { RevocationFailure, RevocationReport } from './signature-report.ts';
import type { RevocationLists } from './trust.ts';
import { timeLimit } from '../time-limit.ts';

/** The lists of all authorities together: whoever signs waits for them. */
const TIME_LIMIT_MS = 9000;

export interface PathRevocationOptions {
  readonly lists: RevocationLists;
  readonly now: Date;
  /** Ends the wait sooner. */
  readonly signal?: AbortSignal;
  /** What the document itself carries, and when a timestamp proves that what is checked was there. */
  readonly held?: HeldRevocations;
  readonly existedAt?: Date | undefined;
}

/** What the lists say of a path's certificates. */
export interface PathRevocation {
  /** Of the end certificate. */
  readonly own: RevocationReport;
  /** Of the authorities below the root; the worst that was found. */
  readonly authorities: RevocationReport['status'];
  /** Of all of them: the addresses that told nothing. */
  readonly failures: readonly RevocationFailure[];
}

/**
 * Asks for the signer's certificate and those of the authorities below the root, each by the list of who issued it,
 * all at once and for 9 s at most: what has not come by then is not known.
 * Only for a path that leads to a trusted root, so that a certificate by anybody makes nothing be fetched.
 * @throws the signal's reason
 */
export async function checkPathRevocation(
  { chain, failure }: CertificationPath,
  { signal, ...known }: PathRevocationOptions,
): Promise<PathRevocation> {
  if (failure !== undefined) return { own: { status: 'unknown' }, authorities: 'unknown', failures: [] };
  const timeout = timeLimit(TIME_LIMIT_MS);
  const limit = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const questions = chain.flatMap((certificate, index) => {
    const issuer = chain[index + 1];
    return issuer === undefined ? [] : [{ certificate, issuer, ...known, signal: limit }];
  });
  const answers = await Promise.all(questions.map(checkRevocation));
  signal?.throwIfAborted();
  const [own = { status: 'not-stated' as const }, ...others] = answers;
  const worst = (['revoked', 'unknown'] as const).find(status =>
    others.some(other => other.status === status),
  );
  return {
    own,
    authorities: worst ?? 'good',
    failures: answers.flatMap(({ failures = [] }) => failures),
  };
}
