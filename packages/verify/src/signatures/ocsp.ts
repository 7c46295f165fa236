import {
  BerError,
  checkSignature,
  isValidAt,
  readableCertificates,
  readAlgorithm,
  sameBytes,
  sameName,
  type Bytes,
  type CertificateFacts,
} from '@sign-session/certificates';
import { isSignedBy } from './certification-path.ts';
import { keyHash } from './ocsp-request.ts';
import { readOcspResponse, responseFor, type OcspResponse, type SingleResponse } from './ocsp-response.ts';
import type { RevocationProblem, RevocationReport } from './signature-report.ts';

/** A responder's answer, with the nonce that it was asked with. */
export interface OcspAnswer {
  readonly der: Bytes;
  /** Undefined where nobody can know, as of an answer that is kept in a document. */
  readonly nonce: Bytes | undefined;
}

export interface OcspQuestion {
  readonly certificate: CertificateFacts;
  readonly issuer: CertificateFacts;
  readonly now: Date;
  /** Whether a responder's own certificate, which does not say that it need not be asked for, is still good. */
  readonly isResponderGood: (responder: CertificateFacts) => Promise<boolean>;
}

/** What an answer says, and until when. */
export type OcspReading = RevocationReport & { readonly nextUpdate: Date | undefined };

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

/** Clocks differ. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * What a responder says of a certificate (RFC 6960, 3.2), or why it has no say: its answer has to be about the
 * certificate, current, by the issuer or by whom the issuer has made its responder, and an answer to this question.
 */
export async function readOcspAnswer(
  { der, nonce }: OcspAnswer,
  question: OcspQuestion,
): Promise<OcspReading | RevocationProblem> {
  try {
    const response = readOcspResponse(der);
    if (response === undefined) return 'unreachable';
    const single = await responseFor(response, question.certificate, question.issuer);
    if (single === undefined || single.status === 'unknown') return 'out-of-scope';
    if (response.hasUnknownCritical || single.hasUnknownCritical) return 'out-of-scope';
    if (!isCurrent(single, question.now) || !isToQuestion(response, nonce)) return 'outdated';
    if (!(await isByResponder(response, question))) return 'not-by-issuer';
    const { revokedAt, nextUpdate } = single;
    return single.status === 'good' || revokedAt === undefined
      ? { status: 'good', nextUpdate }
      : { status: 'revoked', revokedAt, nextUpdate };
  } catch (error) {
    if (error instanceof BerError) return 'malformed';
    throw error;
  }
}

function isCurrent({ thisUpdate, nextUpdate }: SingleResponse, now: Date): boolean {
  const time = now.getTime();
  if (thisUpdate.getTime() - CLOCK_SKEW_MS > time) return false;
  return nextUpdate === undefined ? time - thisUpdate.getTime() <= CLOCK_SKEW_MS : now <= nextUpdate;
}

/** Many responders sign ahead, and so repeat no nonce (RFC 5019, 4): that the answer is current has to be enough. */
function isToQuestion({ nonce }: OcspResponse, asked: Bytes | undefined): boolean {
  return asked === undefined || nonce === undefined || sameBytes(nonce, asked);
}

async function isByResponder(response: OcspResponse, question: OcspQuestion): Promise<boolean> {
  const { issuer } = question;
  if (await isNamed(response, issuer)) return isSignedWith(response, issuer);
  for (const responder of readableCertificates(response.certificates)) {
    if (!(await isNamed(response, responder))) continue;
    if (await isDelegate(responder, question)) return isSignedWith(response, responder);
  }
  return false;
}

async function isNamed({ responder }: OcspResponse, certificate: CertificateFacts): Promise<boolean> {
  if ('name' in responder) return sameName(responder.name, certificate.subject);
  return sameBytes(responder.keyHash, await keyHash(certificate));
}

/** Issued by the very authority, for this alone or among others (RFC 6960, 4.2.2.2). */
async function isDelegate(
  responder: CertificateFacts,
  { issuer, now, isResponderGood }: OcspQuestion,
): Promise<boolean> {
  const mayAnswer = responder.purposes?.includes(OCSP_SIGNING) === true && isValidAt(responder, now);
  if (!mayAnswer || responder.unknownCritical.length > 0 || !sameName(responder.issuer, issuer.subject))
    return false;
  if (!(await isSignedBy(responder, issuer))) return false;
  return responder.isNotToBeAskedFor || isResponderGood(responder);
}

async function isSignedWith(
  { algorithm, signed, signature }: OcspResponse,
  { publicKey }: CertificateFacts,
): Promise<boolean> {
  return (await checkSignature(publicKey, readAlgorithm(algorithm), signed, signature)) === 'valid';
}
