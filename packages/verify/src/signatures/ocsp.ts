/** OCSP (RFC 6960): requests, answers, and what an answer proves. */
import {
  type AlgorithmIdentifier,
  type Ber,
  type BerCursor,
  BerError,
  bits,
  type Bytes,
  type Certificate,
  type CertificateFacts,
  context,
  contextPrimitive,
  der,
  expect,
  type Extension,
  type HashName,
  hashNamed,
  isValidAt,
  Name,
  octets,
  oid,
  oidDer,
  readableCertificates,
  readAlgorithmIdentifier,
  readExtensions,
  readWhole,
  sameBytes,
  sameName,
  smallInteger,
  TAG,
  time,
} from '@sign-session/certificates';
import { isByAuthority, isSignedBy } from './certification-path.ts';
import { briefly, judgedAt, type KnownTimes, remembers } from './revocation-times.ts';
import type { RevocationProblem, RevocationReport } from './signature-report.ts';

/** Which certificate is asked for (RFC 6960, 4.1.1), by hashes: a name, not a protection. */
interface CertificateId {
  readonly nameHash: Bytes;
  readonly keyHash: Bytes;
  /** Content of the INTEGER. */
  readonly serialNumber: Bytes;
}

const SHA_1 = '1.3.14.3.2.26';
/** `id-pkix-ocsp-nonce`. */
const NONCE = '1.3.6.1.5.5.7.48.1.2';

/** The certificate as a responder knows it. @param hash SHA-1 is what every responder understands */
export async function certificateId(
  { serial: serialNumber, issuer: name }: Certificate,
  issuer: Certificate,
  hash: HashName = 'SHA-1',
): Promise<CertificateId> {
  return { nameHash: await hashOf(hash, name.der), keyHash: await keyHash(issuer, hash), serialNumber };
}

/** Hash of a certificate's key, without the algorithm (RFC 6960, 4.2.1). */
export function keyHash({ publicKeyBits }: Certificate, hash: HashName = 'SHA-1'): Promise<Bytes> {
  return hashOf(hash, publicKeyBits);
}

/**
 * Asks for one certificate (RFC 6960, 4.1.1).
 * @param nonce the answer is to repeat it, so that no older one is taken for it
 * @returns DER
 */
export function ocspRequest(id: CertificateId, nonce: Bytes): Bytes {
  const asked = der(TAG.sequence, der(TAG.sequence, certificateIdDer(id)));
  const value = der(TAG.octetString, der(TAG.octetString, nonce));
  const extensions = der(TAG.sequence, der(TAG.sequence, oidDer(NONCE), value));
  return der(TAG.sequence, der(TAG.sequence, asked, der(context(2), extensions)));
}

/** `CertID ::= SEQUENCE { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }` */
export function certificateIdDer({ nameHash, keyHash: key, serialNumber }: CertificateId): Bytes {
  return der(
    TAG.sequence,
    der(TAG.sequence, oidDer(SHA_1), der(TAG.null)),
    der(TAG.octetString, nameHash),
    der(TAG.octetString, key),
    der(TAG.integer, serialNumber),
  );
}

/** A certificate as a responder names it: by a hash of its own choice; undefined for one that is not computed here. */
interface NamedCertificate extends CertificateId {
  readonly hash: HashName | undefined;
}

/** @throws BerError */
function readNamedCertificate(value: Ber): NamedCertificate {
  const id = expect(value, TAG.sequence).cursor();
  const hash = hashNamed(oid(id.next(TAG.sequence).cursor().next()));
  const [nameHash, key] = [octets(id.next()), octets(id.next())];
  return { hash, nameHash, keyHash: key, serialNumber: id.next(TAG.integer).content };
}

/** @returns undefined for one by another hash than SHA-1 @throws BerError */
export function readCertificateId(value: Ber): CertificateId | undefined {
  const { hash, ...id } = readNamedCertificate(value);
  return hash === 'SHA-1' ? id : undefined;
}

async function hashOf(hash: HashName, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(hash, bytes));
}

/** What a responder says of one certificate. */
interface SingleResponse {
  readonly id: NamedCertificate;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: Date | undefined;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  /** Those that ended later are still known (archive cutoff, RFC 6960, 4.4.4). */
  readonly keptSince: Date | undefined;
  /** Whether one of its extensions is critical; none is understood. */
  readonly hasUnknownCritical: boolean;
}

/** A successful `BasicOCSPResponse` (RFC 6960, 4.2.1). */
interface OcspResponse {
  readonly signed: Bytes;
  readonly signature: Bytes;
  readonly algorithm: AlgorithmIdentifier;
  /** By the name, or by the key's SHA-1. */
  readonly responder: { readonly name: Name } | { readonly keyHash: Bytes };
  readonly responses: readonly SingleResponse[];
  readonly nonce: Bytes | undefined;
  /** Whether an extension of the whole response is critical and not understood. */
  readonly hasUnknownCritical: boolean;
  /** DER: who may have signed in the authority's place. */
  readonly certificates: readonly Bytes[];
}

const ARCHIVE_CUTOFF = '1.3.6.1.5.5.7.48.1.6';
const BASIC = '1.3.6.1.5.5.7.48.1.1';

/** Responders send their own certificate, perhaps with those above it. */
const MOST_CERTIFICATES = 5;

/**
 * Reads a response.
 * @returns undefined where the responder refuses to answer
 * @throws BerError
 */
export function readOcspResponse(bytes: Bytes): OcspResponse | undefined {
  const outer = expect(readWhole(bytes), TAG.sequence).cursor();
  if (smallInteger(outer.next(), TAG.enumerated) !== 0) return undefined;
  const typed = outer.next(context(0)).cursor().next(TAG.sequence).cursor();
  if (oid(typed.next()) !== BASIC) throw new BerError('The response is of an unknown type.');
  const basic = expect(readWhole(octets(typed.next())), TAG.sequence).cursor();
  const body = basic.next(TAG.sequence);
  const algorithm = readAlgorithmIdentifier(basic.next());
  const signature = bits(basic.next());
  const certificates = basic.optional(context(0));
  return {
    signed: body.raw,
    signature,
    algorithm,
    ...readBody(body.cursor()),
    certificates: certificates === undefined ? [] : readCertificates(certificates),
  };
}

function readBody(
  body: BerCursor,
): Pick<OcspResponse, 'responder' | 'responses' | 'nonce' | 'hasUnknownCritical'> {
  body.optional(context(0));
  const responder = readResponderId(body.next());
  // producedAt
  body.next(TAG.generalizedTime);
  const responses = Array.from(body.next(TAG.sequence).cursor(), readSingle);
  const extensions = readOptionalExtensions(body);
  body.expectEnd();
  const hasUnknownCritical = extensions.some(({ critical, id }) => critical && id !== NONCE);
  return { responder, responses, nonce: nonceIn(extensions), hasUnknownCritical };
}

function readResponderId(value: Ber): OcspResponse['responder'] {
  const inner = value.cursor().next();
  if (value.tag === context(1)) return { name: new Name(inner) };
  return { keyHash: octets(expect(value, context(2)).cursor().next()) };
}

function readSingle(value: Ber): SingleResponse {
  const single = expect(value, TAG.sequence).cursor();
  const id = readNamedCertificate(single.next());
  const status = single.next();
  const thisUpdate = time(single.next());
  const next = single.optional(context(0));
  const extensions = readOptionalExtensions(single);
  single.expectEnd();
  const cutOff = extensions.find(extension => extension.id === ARCHIVE_CUTOFF)?.value;
  const common = {
    id,
    thisUpdate,
    nextUpdate: next && time(next.cursor().next()),
    keptSince: cutOff && time(readWhole(cutOff)),
    hasUnknownCritical: extensions.some(({ critical }) => critical),
  };
  switch (status.tag) {
    case contextPrimitive(0):
      return { ...common, status: 'good', revokedAt: undefined };
    case context(1):
      return { ...common, status: 'revoked', revokedAt: time(status.cursor().next()) };
    case contextPrimitive(2):
      return { ...common, status: 'unknown', revokedAt: undefined };
    default:
      throw new BerError('The status is unknown.');
  }
}

function readOptionalExtensions(fields: BerCursor): Extension[] {
  const extensions = fields.optional(context(1));
  return extensions === undefined ? [] : readExtensions(extensions.cursor().next());
}

function nonceIn(extensions: readonly Extension[]): Bytes | undefined {
  const value = extensions.find(({ id }) => id === NONCE)?.value;
  if (value === undefined) return undefined;
  // RFC 8954 has an OCTET STRING inside; older responders repeat the bytes alone.
  return value[0] === TAG.octetString && value[1] === value.length - 2 ? value.subarray(2) : value;
}

function readCertificates(explicit: Ber): Bytes[] {
  const list = explicit.cursor().next(TAG.sequence).cursor();
  const certificates: Bytes[] = [];
  while (!list.isAtEnd && certificates.length < MOST_CERTIFICATES) {
    certificates.push(list.next(TAG.sequence).raw);
  }
  return certificates;
}

/** What is said of a certificate, the worst if that is said more than once; undefined where nothing is. */
export async function responseFor(
  { responses }: OcspResponse,
  certificate: Certificate,
  issuer: Certificate,
): Promise<SingleResponse | undefined> {
  let found: SingleResponse | undefined;
  for (const response of responses) {
    const { hash, serialNumber } = response.id;
    if (hash === undefined || !sameBytes(serialNumber, certificate.serial)) continue;
    const wanted = await certificateId(certificate, issuer, hash);
    const sameIssuer = sameBytes(response.id.nameHash, wanted.nameHash);
    if (!sameIssuer || !sameBytes(response.id.keyHash, wanted.keyHash)) continue;
    if (found === undefined || response.status !== 'good') found = response;
    if (found.status === 'revoked') return found;
  }
  return found;
}

/** A responder's answer, with the nonce that it was asked with. */
export interface OcspAnswer {
  readonly der: Bytes;
  /** Undefined where nobody can know, as of an answer that is kept in a document. */
  readonly nonce: Bytes | undefined;
}

interface OcspQuestion extends KnownTimes {
  readonly certificate: CertificateFacts;
  readonly issuer: CertificateFacts;
  /** Whether a responder's own certificate, which does not say that it need not be asked for, is still good. */
  readonly isResponderGood: (responder: CertificateFacts) => Promise<boolean>;
}

/** What an answer says, and until when. */
type OcspReading = RevocationReport & { readonly nextUpdate: Date | undefined };

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

/**
 * What a responder says of a certificate (RFC 6960, 3.2), or why it has no say: its answer has to be about the
 * certificate, current, by the issuer or by whom the issuer has made its responder, and an answer to this question.
 */
export async function readOcspAnswer(
  answer: OcspAnswer,
  question: OcspQuestion,
): Promise<OcspReading | RevocationProblem> {
  try {
    const response = readOcspResponse(answer.der);
    if (response === undefined) return 'unreachable';
    const single = await responseFor(response, question.certificate, question.issuer);
    if (single === undefined || single.status === 'unknown') return 'out-of-scope';
    if (response.hasUnknownCritical || single.hasUnknownCritical) return 'out-of-scope';
    const { revokedAt, nextUpdate, thisUpdate, keptSince } = single;
    const term = { thisUpdate, nextUpdate: nextUpdate ?? briefly(thisUpdate) };
    const at = judgedAt(term, question, question.issuer.notAfter);
    if (at === undefined || !isToQuestion(response, answer.nonce)) return 'outdated';
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
