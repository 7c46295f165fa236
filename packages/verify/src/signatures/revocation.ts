import { AsnConvert } from '@peculiar/asn1-schema';
import {
  CRLReason,
  CRLReasons,
  id_ce_cRLReasons,
  id_ce_issuingDistributionPoint,
  IssuingDistributionPoint,
} from '@peculiar/asn1-x509';
import type { CertificateFacts } from '../certificates/certificate-facts.ts';
import { DerError } from '../asn1/der.ts';
import { nameKey } from '../certificates/distinguished-name.ts';
import { checkSignature, readAlgorithm } from '../certificates/signature-algorithms.ts';
import {
  findEntry,
  readRevocationList,
  type ListEntry,
  type ListExtension,
  type RevocationList,
} from './revocation-list-reader.ts';
import { readOcspAnswer } from './ocsp.ts';
import type { RevocationFailure, RevocationProblem, RevocationReport } from './signature-report.ts';
import type { RevocationLists } from './trust.ts';

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
  const { responderAddresses, listAddresses } = question.certificate;
  if (responderAddresses.length + listAddresses.length === 0) return { status: 'not-stated' };
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
  der: Uint8Array<ArrayBuffer>,
  { certificate, issuer, now, signal }: RevocationQuestion,
): Promise<RevocationReport | RevocationProblem> {
  try {
    const list = readRevocationList(der);
    if (!isCurrent(list, now)) return 'outdated';
    if (!(await isListBy(list, issuer))) return 'not-by-issuer';
    if (!isAbout(list, certificate)) return 'out-of-scope';
    return statusOf(await findEntry(list, certificate.serialNumber, signal));
  } catch (error) {
    if (error instanceof DerError) return 'malformed';
    if (signal.aborted && error === signal.reason) return 'unreachable';
    throw error;
  }
}

function statusOf(entry: ListEntry | undefined): RevocationReport | RevocationProblem {
  if (entry === undefined) return { status: 'good' };
  // RFC 5280, 5.3: a list with a critical extension that is not understood says nothing.
  if (entry.extensions.some(({ critical, id }) => critical && id !== id_ce_cRLReasons)) return 'out-of-scope';
  if (reasonOf(entry) === CRLReasons.removeFromCRL) return { status: 'good' };
  return { status: 'revoked', revokedAt: entry.revokedAt };
}

/** A list without a next update is out of date at once (RFC 5280, 5.1.2.5, asks for one). */
function isCurrent({ thisUpdate, nextUpdate }: RevocationList, now: Date): boolean {
  if (nextUpdate === undefined) return false;
  return thisUpdate.getTime() - CLOCK_SKEW_MS <= now.getTime() && now <= nextUpdate;
}

/** Whether the issuer made the list, by the bytes that it signed; computed beside the thread that answers requests. */
export async function isListBy(list: RevocationList, issuer: CertificateFacts): Promise<boolean> {
  if (!issuer.maySignLists || nameKey(list.issuer) !== issuer.subject) return false;
  const algorithm = readAlgorithm(list.algorithm);
  return (await checkSignature(issuer.publicKey, algorithm, list.signed, list.signature)) === 'valid';
}

/** Not a list of differences, of other authorities' certificates, or of some reasons only (RFC 5280, 5.2.5). */
function isAbout({ extensions }: RevocationList, certificate: CertificateFacts): boolean {
  return extensions
    .filter(({ critical }) => critical)
    .every(({ id, value }) => {
      if (id !== id_ce_issuingDistributionPoint) return false;
      const scope = parsed(value, IssuingDistributionPoint);
      const otherKind = certificate.isAuthority ? scope.onlyContainsUserCerts : scope.onlyContainsCACerts;
      return (
        !otherKind &&
        !scope.indirectCRL &&
        !scope.onlyContainsAttributeCerts &&
        scope.onlySomeReasons === undefined
      );
    });
}

function reasonOf({ extensions }: ListEntry): CRLReasons | undefined {
  const value = extensions.find(({ id }) => id === id_ce_cRLReasons)?.value;
  return value && parsed(value, CRLReason).reason;
}

/** @throws DerError */
function parsed<T>(value: ListExtension['value'], type: new () => T): T {
  try {
    return AsnConvert.parse(value, type);
  } catch (cause) {
    throw new DerError('An extension of another form.', { cause });
  }
}
