/** Whether the certificates of a path are revoked, by lists and responders. */
import type { CertificateFacts } from '@sign-session/certificates';
import type { CertificationPath } from './certification-path.ts';
import type { HeldRevocations } from './security-store.ts';
import { readOcspAnswer } from './ocsp.ts';
import { readList } from './revocation-lists.ts';
import type { KnownTimes } from './revocation-times.ts';
import type { RevocationFailure, RevocationProblem, RevocationReport } from './signature-report.ts';
import type { RevocationLists } from './trust.ts';

/**
 * As `AbortSignal.timeout`, also where only `AbortSignal.any` refers to it: Node 20 collects such a timeout as garbage,
 * and it never fires. One with a listener is kept.
 */
export function timeLimit(milliseconds: number): AbortSignal {
  const limit = AbortSignal.timeout(milliseconds);
  limit.addEventListener('abort', () => undefined, { once: true });
  return limit;
}

/** Certificates that name more addresses than this do it to have many fetched. */
const MOST_ADDRESSES = 3;

interface RevocationQuestion {
  readonly certificate: CertificateFacts;
  /** Who issued it, already found trustworthy: what it names is fetched. */
  readonly issuer: CertificateFacts;
  readonly lists: RevocationLists;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** What the document itself carries, for what cannot be had elsewhere. */
  readonly held?: HeldRevocations | undefined;
  /** When the signature was certainly there, as a timestamp proves. */
  readonly existedAt?: Date | undefined;
}

/**
 * Asks the responders that a certificate names, and then the lists, one after the other, until one tells; if none does,
 * what the document carries. What has not come when the signal aborts counts as unreachable.
 */
export async function checkRevocation(question: RevocationQuestion): Promise<RevocationReport> {
  const { responderAddresses, listAddresses, namesRevocationSource } = question.certificate;
  if (!namesRevocationSource) return { status: 'not-stated' };
  const answer = await firstAnswer(responderAddresses, address => askResponder(address, question));
  if (answer.status !== 'unknown') return answer;
  const listed = await firstAnswer(listAddresses, address => askList(address, question));
  if (listed.status !== 'unknown') return listed;
  const held = await heldAnswer(question);
  return held ?? { status: 'unknown', failures: [...(answer.failures ?? []), ...(listed.failures ?? [])] };
}

async function firstAnswer(
  addresses: readonly string[],
  ask: (address: string) => Promise<RevocationReport | RevocationProblem>,
): Promise<RevocationReport> {
  const failures: RevocationFailure[] = [];
  for (const address of addresses.slice(0, MOST_ADDRESSES)) {
    const answer = await ask(address);
    if (typeof answer === 'object') return answer;
    failures.push({ address, problem: answer });
  }
  return { status: 'unknown', failures };
}

async function askResponder(
  address: string,
  question: RevocationQuestion,
): Promise<RevocationReport | RevocationProblem> {
  const { certificate, issuer, lists, now, signal } = question;
  const answer = await lists.ask?.({ address, certificate, issuer }, signal);
  if (answer === undefined || signal.aborted) return 'unreachable';
  const isResponderGood = (responder: CertificateFacts) =>
    isListedGood({ ...question, certificate: responder });
  const reading = await readOcspAnswer(answer, { certificate, issuer, now, isResponderGood });
  return typeof reading === 'string' ? reading : reportOf(reading);
}

function reportOf({ status, revokedAt }: RevocationReport): RevocationReport {
  return revokedAt === undefined ? { status } : { status, revokedAt };
}

/** By its lists alone: responders that answer for each other would never come to an end. */
async function isListedGood(question: RevocationQuestion): Promise<boolean> {
  const { listAddresses } = question.certificate;
  const { status } = await firstAnswer(listAddresses, address => askList(address, question));
  return status === 'good' || (await heldList(question))?.status === 'good';
}

async function askList(
  address: string,
  question: RevocationQuestion,
): Promise<RevocationReport | RevocationProblem> {
  const { certificate, issuer, lists, now, signal } = question;
  const der = await lists.find({ address, issuer }, signal);
  if (der === undefined || signal.aborted) return 'unreachable';
  return readList(der, { certificate, issuer, now, signal });
}

/** Revoked by one answer is revoked, whatever others say. */
async function heldAnswer(question: RevocationQuestion): Promise<RevocationReport | undefined> {
  let found: RevocationReport | undefined;
  for (const { der, provenAt } of question.held?.responses ?? []) {
    const times = timesOf(question, provenAt);
    const isResponderGood = (responder: CertificateFacts) =>
      isListedGood({ ...question, certificate: responder });
    const { certificate, issuer } = question;
    const reading = await readOcspAnswer(
      { der, nonce: undefined },
      { certificate, issuer, ...times, isResponderGood },
    );
    if (typeof reading === 'object' && found?.status !== 'revoked') found = reportOf(reading);
  }
  return found ?? heldList(question);
}

/** Revoked by one list is revoked, whatever others say. */
async function heldList(question: RevocationQuestion): Promise<RevocationReport | undefined> {
  let found: RevocationReport | undefined;
  for (const { der, provenAt } of question.held?.lists ?? []) {
    const { certificate, issuer, signal } = question;
    const report = await readList(der, {
      certificate,
      issuer,
      signal,
      ...timesOf(question, provenAt),
    });
    if (typeof report === 'object' && found?.status !== 'revoked') found = report;
  }
  return found;
}

function timesOf({ now, existedAt }: RevocationQuestion, provenAt: Date | undefined): KnownTimes {
  return { now, existedAt, provenAt };
}

/** The lists of all authorities together: whoever signs waits for them. */
const TIME_LIMIT_MS = 9000;

interface PathRevocationOptions {
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
