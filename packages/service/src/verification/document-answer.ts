/** What is answered of a file whose signatures were verified. */
import { z } from '@hono/zod-openapi';
import type { CertificateFacts } from '@sign-session/certificates';
import {
  CHANGE_LEVELS,
  FILE_STATES,
  type Indication,
  noteText,
  type SignatureReport,
  type SubIndication,
} from '@sign-session/verify';
import { maskCnpj, maskCpf } from '../domain/identifiers.ts';
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
const simpleReportSchema = z.object({
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
function simpleReport(report: SignatureReport, checkedAt: Date): z.infer<typeof simpleReportSchema> {
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

const time = z.iso.datetime();

const signatureAnswer = z.object({
  method: z
    .enum(['PAdES', 'CMS', 'RFC3161'])
    .describe('How it was made; RFC3161 is a timestamp of the whole'),
  type: z
    .enum(['pades', 'pkcs7', 'legacy', 'digital_certificate'])
    .describe('By its format: PAdES, CMS, PKCS #1 or SHA-1 of earlier PDF versions, anything else'),
  role: z.enum(['approval', 'certification', 'timestamp']).describe('What it does for the document'),
  subFilter: z.string().optional(),
  filter: z.string().optional(),
  confidence: z.number().min(0).max(1).describe('confidenceLevel as a number: 1, 0.5 or 0'),
  confidenceLevel: z.enum(['high', 'medium', 'low']).describe('TOTAL-PASSED, INDETERMINATE, TOTAL-FAILED'),
  indication: z.enum(['TOTAL-PASSED', 'INDETERMINATE', 'TOTAL-FAILED']).describe('ETSI EN 319 102-1'),
  subIndication: z.string().optional().describe('Why it did not pass, in the words of ETSI EN 319 102-1'),
  notes: z
    .array(z.object({ code: z.string(), text: z.string() }))
    .optional()
    .describe('What else there is to know: changes, fields that were filled in, bytes that nobody signed'),
  validAsSigned: z
    .boolean()
    .describe('Whether it passes for the bytes that it signs, whatever came after them'),
  fileState: z
    .enum(FILE_STATES)
    .describe(
      'The file as it is now: same as signed, marked by later signatures that can be seen, changed, or unknown. ' +
        'Only with `same` does a signature pass (else SIG_CONSTRAINTS_FAILURE)',
    ),
  fieldName: z.string(),
  coverage: z
    .object({ wholeFile: z.boolean(), bytesAfter: z.number() })
    .describe('Bytes that were added behind what is signed: later signatures, or changes'),
  laterChanges: z
    .object({
      level: z
        .enum([...CHANGE_LEVELS, 'unknown'])
        .describe(
          'The gravest of what was changed behind it: signatures, filled-in fields, comments, anything',
        ),
      permitted: z
        .boolean()
        .describe('By the certification (DocMDP), locks of fields, or what is usual without'),
      filled: z
        .array(z.object({ field: z.string(), before: z.string(), after: z.string() }))
        .optional()
        .describe(
          'Fields whose values were changed, with both values: then the signature is INDETERMINATE at best',
        ),
      marks: z
        .array(
          z.object({
            page: z.number().optional().describe('From 1 on; missing where none is known'),
            rect: z.array(z.number()).optional().describe('Left, bottom, right, top in the page’s units'),
            fieldName: z.string().describe('Of the later signature'),
            displayName: z.string().optional().describe('Whom its certificate names'),
          }),
        )
        .optional()
        .describe('Later signatures that can be seen, or may be in some program'),
    })
    .describe('What came behind the bytes that are signed'),
  digest: z.object({ valid: z.boolean() }),
  signature: z.object({ valid: z.boolean(), algorithm: z.string().optional() }),
  chain: z.object({ trusted: z.boolean(), certificates: z.number(), issuer: z.string().optional() }),
  revocation: z.object({
    status: z.enum(['good', 'revoked', 'unknown', 'not-stated']),
    revokedAt: time.optional(),
  }),
  signer: z
    .object({ displayName: z.string(), cpfCnpj: z.string().optional(), notBefore: time, notAfter: time })
    .optional()
    .describe('Whom the certificate names; numbers are masked'),
  claimedAt: time.optional().describe('The time that the signer states'),
  timestamp: z
    .object({ time, valid: z.boolean(), trusted: z.boolean(), authority: z.string().optional() })
    .optional(),
  ...simpleReportSchema.shape,
});

export const documentAnswer = z
  .object({
    signed: z.boolean(),
    signatureCount: z.number(),
    validSignatureCount: z.number().describe('Of those, how many are TOTAL-PASSED'),
    signatures: z.array(signatureAnswer),
    checkedAt: time,
  })
  .openapi('DocumentVerification');

const CONFIDENCE_LEVEL = {
  'TOTAL-PASSED': 'high',
  INDETERMINATE: 'medium',
  'TOTAL-FAILED': 'low',
} as const satisfies Record<Indication, string>;

const CONFIDENCE_NUMBER = { high: 1, medium: 0.5, low: 0 } as const;

/** A PDF's signatures as the caller sees them, with the signers' numbers masked. */
export function describeSignatures(
  reports: readonly SignatureReport[],
  checkedAt: Date,
): z.infer<typeof documentAnswer> {
  return {
    signed: reports.length > 0,
    signatureCount: reports.length,
    validSignatureCount: reports.filter(({ indication }) => indication === 'TOTAL-PASSED').length,
    signatures: reports.map(report => ({ ...describe(report, reports), ...simpleReport(report, checkedAt) })),
    checkedAt: checkedAt.toISOString(),
  };
}

function describe(
  report: SignatureReport,
  all: readonly SignatureReport[],
): Omit<z.infer<typeof signatureAnswer>, keyof z.infer<typeof simpleReportSchema>> {
  const { signer, revocation, timestamp, indication, laterChanges, notes } = report;
  const { revokedAt, status } = revocation;
  const confidenceLevel = CONFIDENCE_LEVEL[indication];
  return {
    method: methodOf(report),
    type: formatOf(report),
    role: report.type,
    subFilter: report.subFilter,
    filter: report.filter,
    confidence: CONFIDENCE_NUMBER[confidenceLevel],
    confidenceLevel,
    indication,
    subIndication: report.subIndication,
    validAsSigned: report.validAsSigned,
    fileState: laterChanges.fileState,
    fieldName: report.fieldName,
    coverage: report.coverage,
    ...(notes.length > 0 && { notes: notes.map(note => ({ code: note.kind, text: noteText(note) })) }),
    laterChanges: describeChanges(laterChanges, all),
    digest: { valid: report.digestMatches },
    signature: { valid: report.signatureValid, algorithm: report.algorithm },
    chain: {
      trusted: report.chainTrusted,
      certificates: report.chain.length,
      issuer: signer?.issuerName,
    },
    revocation: { status, revokedAt: revokedAt?.toISOString() },
    signer: signer && describeSigner(signer),
    claimedAt: report.claimedAt?.toISOString(),
    timestamp: timestamp && { ...timestamp, time: timestamp.time.toISOString() },
  };
}

function describeChanges(
  { level, permitted, filled, marks }: SignatureReport['laterChanges'],
  all: readonly SignatureReport[],
) {
  const nameOf = (field: string) => all.find(({ fieldName }) => fieldName === field)?.signer?.holder.name;
  return {
    level,
    permitted,
    ...(filled.length > 0 && { filled: [...filled] }),
    ...(marks.length > 0 && {
      marks: marks.map(({ page, rect, fieldName }) => ({
        page,
        rect: rect && [...rect],
        fieldName,
        displayName: nameOf(fieldName),
      })),
    }),
  };
}

function methodOf({ type, subFilter = '' }: SignatureReport): z.infer<typeof signatureAnswer>['method'] {
  if (type === 'timestamp') return 'RFC3161';
  return subFilter === 'ETSI.CAdES.detached' || subFilter === 'PBAD.PAdES' ? 'PAdES' : 'CMS';
}

/** By the SubFilter names of ISO 32000-2, 12.8.3, and DOC-ICP-15. */
function formatOf({ subFilter = '' }: SignatureReport): z.infer<typeof signatureAnswer>['type'] {
  if (/^(ETSI\.(CAdES\.detached|RFC3161)|PBAD\.(PAdES|DocTimeStamp))$/.test(subFilter)) return 'pades';
  if (subFilter === 'adbe.pkcs7.detached') return 'pkcs7';
  return /^adbe\.(pkcs7\.sha1|x509\.rsa_sha1)$/.test(subFilter) ? 'legacy' : 'digital_certificate';
}

function describeSigner({ holder, notBefore, notAfter }: CertificateFacts) {
  const { name, cpf, cnpj } = holder;
  return {
    displayName: name,
    cpfCnpj: cpf === undefined ? cnpj && maskCnpj(cnpj) : maskCpf(cpf),
    notBefore: notBefore.toISOString(),
    notAfter: notAfter.toISOString(),
  };
}
