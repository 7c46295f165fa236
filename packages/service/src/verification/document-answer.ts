import { z } from '@hono/zod-openapi';
import { simpleReport, simpleReportSchema } from './simple-report.ts';
import { maskCnpj, maskCpf } from '../domain/identifiers/masking.ts';
import { type CertificateFacts } from '@sign-session/certificates';
import {
  CHANGE_LEVELS,
  FILE_STATES,
  noteText,
  type Indication,
  type SignatureReport,
} from '@sign-session/verify';

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
