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
  GENERIC: 'The signature uses an algorithm or a form that is not checked here.',
  CRYPTO_CONSTRAINTS_FAILURE: 'A key or hash is too weak.',
  NO_SIGNING_CERTIFICATE_FOUND: 'The certificate of the signer was not found.',
  NO_CERTIFICATE_CHAIN_FOUND: 'No path leads from the certificate to a trusted root.',
  CERTIFICATE_CHAIN_GENERAL_FAILURE: 'A certificate above the signer’s is not acceptable.',
  SIG_CONSTRAINTS_FAILURE:
    'The certificate is not for signing, or the document was changed or marked after it was signed.',
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

const LEVELS = [
  'PAdES-BASELINE-B',
  'PAdES-BASELINE-T',
  'PAdES-BASELINE-LT',
  'PAdES-BASELINE-LTA',
  'PKCS7-B',
  'PKCS7-T',
  'PKCS7-LT',
  'PKCS7-LTA',
] as const;

const POLICY_KINDS = ['AD-RB', 'AD-RT', 'AD-RV', 'AD-RC', 'AD-RA'] as const;

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
    .enum(LEVELS)
    .optional()
    .describe(
      'As DSS names it. LT: data on revocation is in the file for the signer’s certificate and those above it',
    ),
  icpBrasilPolicy: z
    .enum(POLICY_KINDS)
    .optional()
    .describe('The policy of ICP-Brasil (DOC-ICP-15.03) that the signature claims; not checked against it'),
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
  const { indication, subIndication, existedAt, signer, chain } = report;
  const icpBrasilPolicy = policyName(report);
  // The common name of a person holds their number.
  const names = [signer?.holder.name, signer?.issuerName];
  return {
    mainIndication: MAIN_INDICATION[indication],
    subIndications: subIndication === undefined ? [] : [`urn:etsi:019102:subindication:${subIndication}`],
    itiResult: ITI_RESULT[indication],
    bestSignatureTime: (existedAt ?? checkedAt).toISOString(),
    signatureLevel: levelOf(report),
    ...(icpBrasilPolicy && { icpBrasilPolicy }),
    ...(isQualified(report) && { signatureKind: 'qualified' as const }),
    certificateChain: chain.map((der, index) => ({ id: hashOf(der), qualifiedName: names[index] })),
    ...messagesOf(report),
  };
}

function levelOf({ subFilter, type, timestamp, longTerm }: SignatureReport) {
  const base = { 'ETSI.CAdES.detached': 'PAdES-BASELINE', 'adbe.pkcs7.detached': 'PKCS7' } as const;
  const isKnown = subFilter === 'ETSI.CAdES.detached' || subFilter === 'adbe.pkcs7.detached';
  if (type === 'timestamp' || !isKnown) return undefined;
  return `${base[subFilter]}-${longTerm ?? (timestamp?.valid === true ? 'T' : 'B')}` as const;
}

/** The number in a policy's OID: of CAdES, XAdES and PAdES, which has no AD-RV (DOC-ICP-15.03). */
const POLICY_NAMES = {
  'AD-RB': [1, 6, 11],
  'AD-RT': [2, 7, 12],
  'AD-RV': [3, 8],
  'AD-RC': [4, 9, 13],
  'AD-RA': [5, 10, 14],
} as const;

function policyName({ policy = '' }: SignatureReport) {
  const number = Number(/^2\.16\.76\.1\.7\.1\.(\d+)\./.exec(policy)?.[1]);
  return POLICY_KINDS.find(kind => POLICY_NAMES[kind].some(known => known === number));
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
