import { z } from '@hono/zod-openapi';
import { noteText, type Indication, type SignatureReport, type SubIndication } from '@sign-session/verify';
import { hashOf } from '../domain/sha256.ts';

const MAIN_INDICATION = {
  'TOTAL-PASSED': 'urn:etsi:019102:mainindication:total-passed',
  INDETERMINATE: 'urn:etsi:019102:mainindication:indeterminate',
  'TOTAL-FAILED': 'urn:etsi:019102:mainindication:total-failed',
} as const satisfies Record<Indication, string>;

/** The words of VALIDAR, the validator of ITI. */
const ITI_RESULT = {
  'TOTAL-PASSED': 'aprovado',
  INDETERMINATE: 'indeterminado',
  'TOTAL-FAILED': 'reprovado',
} as const satisfies Record<Indication, string>;

const REASONS: Record<SubIndication, string> = {
  FORMAT_FAILURE: 'The signature is not of a form that is understood.',
  HASH_FAILURE: 'The bytes under the signature are not those that were signed.',
  SIG_CRYPTO_FAILURE: 'The signature was not made by the key of its certificate.',
  GENERIC: 'The signature uses an algorithm that is not computed here.',
  CRYPTO_CONSTRAINTS_FAILURE: 'A key or hash is too weak.',
  NO_SIGNING_CERTIFICATE_FOUND: 'The certificate of the signer was not found.',
  NO_CERTIFICATE_CHAIN_FOUND: 'No path leads from the certificate to a trusted root.',
  CERTIFICATE_CHAIN_GENERAL_FAILURE: 'A certificate above the signer’s is not acceptable.',
  SIG_CONSTRAINTS_FAILURE:
    'The certificate is not for signing, or the document was changed after it was signed.',
  NOT_YET_VALID: 'The signature was made before the certificate was valid.',
  EXPIRED: 'The signature was made after the end of the certificate.',
  OUT_OF_BOUNDS_NO_POE:
    'The certificate has expired, and nothing proves that the signature is older, or that it was not revoked.',
  REVOKED_NO_POE: 'The certificate is revoked, and nothing proves that the signature is older.',
  REVOKED_CA_NO_POE: 'An authority is revoked, and nothing proves that the signature is older.',
  REVOKED: 'The certificate was revoked before the signature was made.',
  TRY_LATER: 'The revocation status could not be determined. Later it may be.',
  TIMESTAMP_ORDER_FAILURE: 'A timestamp states a later time than one that covers it.',
};

const messages = z.array(z.object({ key: z.string(), value: z.string() }));

/** Members of a signature in the words of ETSI TS 119 102-2 and of the simple report of DSS. */
export const simpleReportSchema = z.object({
  mainIndication: z
    .enum([MAIN_INDICATION['TOTAL-PASSED'], MAIN_INDICATION.INDETERMINATE, MAIN_INDICATION['TOTAL-FAILED']])
    .describe('The indication as ETSI TS 119 102-2 names it'),
  subIndications: z.array(z.string()).describe('As ETSI TS 119 102-2 names them; empty where it passed'),
  itiResult: z
    .enum(['aprovado', 'reprovado', 'indeterminado'])
    .describe('The indication in the words of VALIDAR, the validator of ITI'),
  bestSignatureTime: z.iso
    .datetime()
    .describe(
      'The earliest time at which the signature is proven to exist: its timestamp’s, else that of the check',
    ),
  signatureLevel: z
    .enum(['PAdES-BASELINE-B', 'PAdES-BASELINE-T', 'PKCS7-B', 'PKCS7-T'])
    .optional()
    .describe(
      'As DSS names it: the least level; whether data for long-term validation is complete is not told',
    ),
  signatureKind: z
    .enum(['qualified'])
    .optional()
    .describe(
      'By Lei 14.063/2020: qualified where it passed with a certificate of ICP-Brasil; else not told',
    ),
  certificateChain: z
    .array(z.object({ id: z.string().describe('SHA-256'), qualifiedName: z.string().optional() }))
    .describe('The signer’s first, the trusted root last if one was reached'),
  errors: messages.describe('Why it did not pass'),
  warnings: messages.describe('What else a reader should know'),
});

/** Describes a signature in those words. */
export function simpleReport(report: SignatureReport, checkedAt: Date): z.infer<typeof simpleReportSchema> {
  const { indication, subIndication, timestamp, signer, chain } = report;
  const isProven = timestamp?.valid === true && timestamp.trusted;
  // The common name of a person holds their number.
  const names = [signer?.holder.name, signer?.issuerName];
  return {
    mainIndication: MAIN_INDICATION[indication],
    subIndications: subIndication === undefined ? [] : [`urn:etsi:019102:subindication:${subIndication}`],
    itiResult: ITI_RESULT[indication],
    bestSignatureTime: (isProven ? timestamp.time : checkedAt).toISOString(),
    signatureLevel: levelOf(report),
    ...(isQualified(report) && { signatureKind: 'qualified' as const }),
    certificateChain: chain.map((der, index) => ({ id: hashOf(der), qualifiedName: names[index] })),
    ...messagesOf(report),
  };
}

function levelOf({ subFilter, type, timestamp }: SignatureReport) {
  if (type === 'timestamp') return undefined;
  const isTimed = timestamp?.valid === true;
  if (subFilter === 'ETSI.CAdES.detached') return isTimed ? 'PAdES-BASELINE-T' : 'PAdES-BASELINE-B';
  if (subFilter === 'adbe.pkcs7.detached') return isTimed ? 'PKCS7-T' : 'PKCS7-B';
  return undefined;
}

/** The policies of ICP-Brasil's certificates for signing are below this OID (DOC-ICP-04.01). */
const ICP_BRASIL_POLICY = /^2\.16\.76\.1\.2\.[1-4]\./;

function isQualified({ indication, type, signer }: SignatureReport): boolean {
  if (indication !== 'TOTAL-PASSED' || type === 'timestamp') return false;
  return signer?.policies.some(policy => ICP_BRASIL_POLICY.test(policy)) === true;
}

function messagesOf({ indication, subIndication, notes, revocation }: SignatureReport) {
  const told = notes.map(note => ({ key: note.kind, value: noteText(note) }));
  const reason = subIndication && { key: subIndication, value: REASONS[subIndication] };
  const unstated = { key: 'revocation-not-stated', value: 'The certificate names no source of revocations.' };
  const isPassed = indication === 'TOTAL-PASSED';
  return {
    errors: isPassed ? [] : [...(reason === undefined ? [] : [reason]), ...told],
    warnings: [...(isPassed ? told : []), ...(revocation.status === 'not-stated' ? [unstated] : [])],
  };
}
