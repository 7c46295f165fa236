import {
  BerError,
  isValidAt,
  readableCertificates,
  sameBytes,
  sameName,
  type Bytes,
  type CertificateFacts,
} from '@sign-session/certificates';
import { isByAuthority, isSignedBy } from './certification-path.ts';
import { keyHash } from './ocsp-request.ts';
import { readOcspResponse, responseFor, type OcspResponse } from './ocsp-response.ts';
import { briefly, judgedAt, remembers, type KnownTimes } from './revocation-times.ts';
import type { RevocationProblem, RevocationReport } from './signature-report.ts';

/** A responder's answer, with the nonce that it was asked with. */
export interface OcspAnswer {
  readonly der: Bytes;
  /** Undefined where nobody can know, as of an answer that is kept in a document. */
  readonly nonce: Bytes | undefined;
}

export interface OcspQuestion extends KnownTimes {
  readonly certificate: CertificateFacts;
  readonly issuer: CertificateFacts;
  /** Whether a responder's own certificate, which does not say that it need not be asked for, is still good. */
  readonly isResponderGood: (responder: CertificateFacts) => Promise<boolean>;
}

/** What an answer says, and until when. */
export type OcspReading = RevocationReport & { readonly nextUpdate: Date | undefined };

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

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
    const { revokedAt, nextUpdate, thisUpdate, keptSince } = single;
    const term = { thisUpdate, nextUpdate: nextUpdate ?? briefly(thisUpdate) };
    const at = judgedAt(term, question, question.issuer.notAfter);
    if (at === undefined || !isToQuestion(response, nonce)) return 'outdated';
    if (!(await isByResponder(response, question, at))) return 'not-by-issuer';
    if (revokedAt !== undefined) return { status: 'revoked', revokedAt, nextUpdate };
    return remembers(thisUpdate, keptSince, question.certificate.notAfter)
      ? { status: 'good', nextUpdate }
      : 'after-expiry';
  } catch (error) {
    if (error instanceof BerError) return 'malformed';
    throw error;
  }
}

/** Many responders sign ahead, and so repeat no nonce (RFC 5019, 4): that the answer is current has to be enough. */
function isToQuestion({ nonce }: OcspResponse, asked: Bytes | undefined): boolean {
  return asked === undefined || nonce === undefined || sameBytes(nonce, asked);
}

async function isByResponder(response: OcspResponse, question: OcspQuestion, at: Date): Promise<boolean> {
  const { issuer } = question;
  if (await isNamed(response, issuer)) return isSignedWith(response, issuer);
  for (const responder of readableCertificates(response.certificates)) {
    if (!(await isNamed(response, responder))) continue;
    if (await isDelegate(responder, question, at)) return isSignedWith(response, responder);
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
  { issuer, isResponderGood }: OcspQuestion,
  at: Date,
): Promise<boolean> {
  const mayAnswer = responder.purposes?.includes(OCSP_SIGNING) === true && isValidAt(responder, at);
  if (!mayAnswer || responder.unknownCritical.length > 0 || !sameName(responder.issuer, issuer.subject))
    return false;
  if (!(await isSignedBy(responder, issuer))) return false;
  return responder.isNotToBeAskedFor || isResponderGood(responder);
}

async function isSignedWith(
  { algorithm, signed, signature }: OcspResponse,
  responder: CertificateFacts,
): Promise<boolean> {
  return isByAuthority(responder, algorithm, signed, signature);
}
