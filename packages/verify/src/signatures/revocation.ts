import {
  boolean,
  BerError,
  checkSignature,
  context,
  contextPrimitive,
  distributionPointNames,
  expect,
  readAlgorithm,
  readWhole,
  sameName,
  smallInteger,
  TAG,
  type Bytes,
  type CertificateFacts,
  type Extension,
} from '@sign-session/certificates';
import {
  findEntry,
  readRevocationList,
  type ListEntry,
  type RevocationList,
} from './revocation-list-reader.ts';
import { readOcspAnswer } from './ocsp.ts';
import type { RevocationFailure, RevocationProblem, RevocationReport } from './signature-report.ts';
import type { RevocationLists } from './trust.ts';

/** The reason code of an entry (RFC 5280, 5.3.1), and the one that takes an entry back. */
const REASON = '2.5.29.21';
const REMOVE_FROM_LIST = 8;
const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';
const DELTA_INDICATOR = '2.5.29.27';

/** Clocks differ: a list that says it begins in a minute is taken. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Certificates that name more addresses than this do it to have many fetched. */
const MOST_ADDRESSES = 3;

export interface RevocationQuestion {
  readonly certificate: CertificateFacts;
  /** Who issued it, already found trustworthy: what it names is fetched. */
  readonly issuer: CertificateFacts;
  readonly lists: RevocationLists;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/**
 * Asks the responders that a certificate names, and then the lists, one after the other, until one tells. What has not
 * come when the signal aborts counts as unreachable.
 */
export async function checkRevocation(question: RevocationQuestion): Promise<RevocationReport> {
  const { responderAddresses, listAddresses, namesRevocationSource } = question.certificate;
  if (!namesRevocationSource) return { status: 'not-stated' };
  const answer = await firstAnswer(responderAddresses, address => askResponder(address, question));
  if (answer.status !== 'unknown') return answer;
  const listed = await firstAnswer(listAddresses, address => askList(address, question));
  if (listed.status !== 'unknown') return listed;
  return { status: 'unknown', failures: [...(answer.failures ?? []), ...(listed.failures ?? [])] };
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
  const reading = await readOcspAnswer(answer, {
    certificate,
    issuer,
    now,
    isResponderGood: responder => isListedGood({ ...question, certificate: responder }),
  });
  if (typeof reading === 'string') return reading;
  const { status, revokedAt } = reading;
  return revokedAt === undefined ? { status } : { status, revokedAt };
}

/** By its lists alone: responders that answer for each other would never come to an end. */
async function isListedGood(question: RevocationQuestion): Promise<boolean> {
  const { listAddresses } = question.certificate;
  const { status } = await firstAnswer(listAddresses, address => askList(address, question));
  return status === 'good';
}

async function askList(
  address: string,
  question: RevocationQuestion,
): Promise<RevocationReport | RevocationProblem> {
  const { issuer, lists, signal } = question;
  const der = await lists.find({ address, issuer }, signal);
  return der === undefined || signal.aborted ? 'unreachable' : readList(der, question);
}

/** What a list says of the certificate, or why it has no say. */
async function readList(
  der: Bytes,
  { certificate, issuer, now, signal }: RevocationQuestion,
): Promise<RevocationReport | RevocationProblem> {
  try {
    const list = readRevocationList(der);
    if (!isCurrent(list, now)) return 'outdated';
    if (!(await isListBy(list, issuer))) return 'not-by-issuer';
    if (!isAbout(list, certificate)) return 'out-of-scope';
    return statusOf(await findEntry(list, certificate.serial, signal));
  } catch (error) {
    if (error instanceof BerError) return 'malformed';
    if (signal.aborted && error === signal.reason) return 'unreachable';
    throw error;
  }
}

function statusOf(entry: ListEntry | undefined): RevocationReport | RevocationProblem {
  if (entry === undefined) return { status: 'good' };
  // RFC 5280, 5.3: a list with a critical extension that is not understood says nothing.
  if (entry.extensions.some(({ critical, id }) => critical && id !== REASON)) return 'out-of-scope';
  // For lists of differences alone (RFC 5280, 5.3.1): nobody knows what it means here.
  if (reasonOf(entry) === REMOVE_FROM_LIST) return 'out-of-scope';
  return { status: 'revoked', revokedAt: entry.revokedAt };
}

/** A list without a next update is out of date at once (RFC 5280, 5.1.2.5, asks for one). */
function isCurrent({ thisUpdate, nextUpdate }: RevocationList, now: Date): boolean {
  if (nextUpdate === undefined) return false;
  return thisUpdate.getTime() - CLOCK_SKEW_MS <= now.getTime() && now <= nextUpdate;
}

/** Whether the issuer made the list, by the bytes that it signed; computed beside the thread that answers requests. */
export async function isListBy(list: RevocationList, issuer: CertificateFacts): Promise<boolean> {
  if (!issuer.maySignLists || !sameName(list.issuer, issuer.subject)) return false;
  const algorithm = readAlgorithm(list.algorithm);
  return (await checkSignature(issuer.publicKey, algorithm, list.signed, list.signature)) === 'valid';
}

/**
 * Not a list of differences, of another part of the authority's certificates, or of some reasons only, whether it says
 * so critically or not, nor one with what is critical and not understood (RFC 5280, 5.2).
 * @throws BerError
 */
function isAbout({ extensions }: RevocationList, certificate: CertificateFacts): boolean {
  return extensions.every(extension => {
    if (extension.id === ISSUING_DISTRIBUTION_POINT) return isInScope(extension, certificate);
    return extension.id !== DELTA_INDICATOR && !extension.critical;
  });
}

/** @throws BerError */
function isInScope({ value }: Extension, { isAuthority, distributionPoints }: CertificateFacts): boolean {
  const scope = expect(readWhole(value), TAG.sequence).cursor();
  const isTrue = (number: number) => {
    const field = scope.optional(contextPrimitive(number));
    return field !== undefined && boolean(field, field.tag);
  };
  const point = scope.optional(context(0));
  const published = distributionPointNames(point);
  const [onlyUsers, onlyAuthorities] = [isTrue(1), isTrue(2)];
  const someReasons = scope.optional(contextPrimitive(3));
  const [isIndirect, onlyAttributes] = [isTrue(4), isTrue(5)];
  scope.expectEnd();
  // A part of the authority's certificates has a place of its own: theirs alone are on the list (RFC 5280, 6.3.3 b).
  const isElsewhere =
    point !== undefined &&
    !published.some(({ form, text }) =>
      distributionPoints.some(own => own.form === form && own.text === text),
    );
  const isOfOtherKind = isAuthority ? onlyUsers : onlyAuthorities;
  return !isElsewhere && !isOfOtherKind && !isIndirect && !onlyAttributes && someReasons === undefined;
}

/** @throws BerError */
function reasonOf({ extensions }: ListEntry): number | undefined {
  const value = extensions.find(({ id }) => id === REASON)?.value;
  return value && smallInteger(readWhole(value), TAG.enumerated);
}
