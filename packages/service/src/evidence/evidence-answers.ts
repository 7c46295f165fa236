/** What the interface and the public verifier answer of an evidence, also of an erased one. */
import { z } from '@hono/zod-openapi';
import { PROFILES, STEP_STATUSES, STEP_TYPES } from '@sign-session/session-rules';
import { documentWarningSchema } from '../domain/document.ts';
import {
  maskCnpj,
  maskCpf,
  maskEmail,
  maskIpAddress,
  maskName,
  maskOptional,
  maskPhone,
} from '../domain/identifiers.ts';
import { Problem } from '../domain/problem.ts';
import { actionSchema, answeredSigner, metadataSchema, PURPOSES } from '../domain/session.ts';
import { SIGNATURE_KINDS, signatureKind } from '../domain/signature-kind.ts';
import { describedResult, PERFORMER_WORDS, PERFORMERS } from '../domain/step.ts';
import { ENVIRONMENTS, type Tenant } from '../domain/tenant.ts';
import type { Queries } from '../storage/database.ts';
import type { SealHolder } from './evidence-store.ts';

/**
 * What to answer about evidence that was erased: a document that somebody has is as valid as before.
 * @returns undefined for evidence that never was, or of the sandbox
 */
export async function goneEvidence(queries: Queries, evidenceId: string): Promise<Problem | undefined> {
  const [row] = await queries.query<{ erased_at: Date }>(
    'SELECT erased_at FROM erased_sessions WHERE evidence @> $1::jsonb',
    [JSON.stringify([{ evidenceId }])],
  );
  if (row === undefined) return undefined;
  const day = row.erased_at.toISOString().slice(0, 10);
  const detail = `The evidence was erased on ${day}. Signed documents stay valid: verify the file itself.`;
  return new Problem('gone', detail);
}

const CPF = /^\d{11}$/;
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;

/** The attributes that ICP-Brasil fills with places and authorities, not with the holder's data. */
const SHOWN: ReadonlySet<string> = new Set(['C', 'ST', 'L', 'O', 'OU']);

/**
 * An attribute and what stands before it, in the form that `nameText` of the certificates package writes. What is
 * escaped separates nothing.
 */
const ATTRIBUTE = /(?:^|, | \+ )((?:\\.|(?!, [\w.]+=| \+ [\w.]+=)[^\\])+)/gsy;

function maskNumber(number: string): string {
  if (CPF.test(number)) return maskCpf(number);
  return CNPJ.test(number) ? maskCnpj(number) : '***';
}

/** Masks `NAME:NUMBER`, a name or an address. Company names are public. */
function maskCommonName(value: string): string {
  if (value.includes('@')) return maskEmail(value);
  const colon = value.lastIndexOf(':');
  const name = colon < 0 ? value : value.slice(0, colon);
  const number = colon < 0 ? undefined : value.slice(colon + 1).trim();
  // The first word of a masked name is shown, which a number must not be.
  const shown = /^\s*\d/.test(name) ? '***' : maskName(name);
  if (number === undefined) return shown;
  return `${CNPJ.test(number) ? name : shown}:${maskNumber(number)}`;
}

function maskAttribute(attribute: string): string {
  const equals = attribute.indexOf('=');
  if (equals < 0) return '***';
  const type = attribute.slice(0, equals);
  const value = attribute.slice(equals + 1);
  if (type === 'CN') return `CN=${maskCommonName(value)}`;
  if (type === 'emailAddress') return `${type}=${value.includes('@') ? maskEmail(value) : '***'}`;
  if (CNPJ.test(value)) return `${type}=${maskCnpj(value)}`;
  const isShown = SHOWN.has(type) && !/@|\d{11}|\d{3}\.\d{3}\.\d{3}-\d{2}/.test(value);
  return `${type}=${isShown ? value : '***'}`;
}

/**
 * Masks the holder in a certificate's subject, attribute by attribute; what is not known to be harmless is hidden.
 * @param subject such as `C=BR, O=ICP-Brasil, CN=MARIA DA SILVA:52998224725`
 */
export function maskSubject(subject: string): string {
  return Array.from(subject.matchAll(ATTRIBUTE), ([, attribute = '']) => maskAttribute(attribute)).join(', ');
}

/** The step results that identify the signer. */
const resultSchema = z.looseObject({
  digitalSignature: z
    .looseObject({ certificateSubject: z.string(), signedAtPortal: z.string().optional() })
    .optional(),
});

/** The parts of a pack that the public view changes; everything else is passed through. */
const packSchema = z.looseObject({
  purpose: z.enum(PURPOSES),
  signer: z.object({
    name: z.string(),
    cpf: z.string().optional(),
    cnpj: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
  }),
  steps: z.array(z.looseObject({ type: z.enum(STEP_TYPES), result: resultSchema.optional() })),
  timestamps: z.object({ createdAt: z.string(), openedAt: z.string().optional(), completedAt: z.string() }),
  context: z.looseObject({
    ipAddress: z.string().optional(),
    userAgent: z.string().optional(),
    geolocation: z.looseObject({ lat: z.number(), lon: z.number() }).optional(),
  }),
  sessionId: z.string().optional(),
  metadata: z.unknown(),
});
type Pack = z.infer<typeof packSchema>;

/** Rounds to about 11 km: the town, not the street. */
const coarse = (degrees: number): number => Math.round(degrees * 10) / 10;

function maskSigner({ name, cpf, cnpj, email, phone }: Pack['signer']): Record<string, unknown> {
  const maskedCpf = maskOptional(cpf, maskCpf);
  const maskedCnpj = maskOptional(cnpj, maskCnpj);
  // Company names are public.
  const shown = cpf === undefined && cnpj !== undefined ? name : maskName(name);
  const displayName = shown || (maskedCpf ?? maskedCnpj ?? '');
  return {
    displayName,
    name: displayName,
    cpfCnpj: maskedCpf ?? maskedCnpj,
    cpf: maskedCpf,
    cnpj: maskedCnpj,
    email: maskOptional(email, maskEmail),
    phone: maskOptional(phone, maskPhone),
  };
}

function maskContext({ ipAddress, geolocation }: Pack['context']): Record<string, unknown> {
  const place = geolocation && { lat: coarse(geolocation.lat), lon: coarse(geolocation.lon) };
  return { ipAddress: maskOptional(ipAddress, maskIpAddress), geolocation: place };
}

/** Masks a step: removes its location, which the context shows rounded, and masks the certificate's subject. */
function maskStep(step: Pack['steps'][number]): Record<string, unknown> {
  if (step.result === undefined) return { ...step };
  const { geolocation: _, digitalSignature, ...result } = step.result;
  if (digitalSignature === undefined) return { ...step, result };
  const certificateSubject = maskSubject(digitalSignature.certificateSubject);
  return { ...step, result: { ...result, digitalSignature: { ...digitalSignature, certificateSubject } } };
}

interface PublicViewInput {
  readonly evidenceHash: string;
  readonly signedHash: string | undefined;
  readonly tenant: Tenant;
  /** The holder of the certificate that sealed the pack. */
  readonly sealedBy: SealHolder;
}

/** Further members, which the tenant can enable: data of integrators and browsers may reveal more than intended. */
function furtherView({ metadata, sessionId, context }: Pack, { publicEvidence }: Tenant) {
  return publicEvidence === 'FULL' ? { metadata, sessionId, userAgent: context.userAgent } : undefined;
}

/**
 * The pack as anybody with the evidence id may read it: with the signer masked and without the salt, plus the
 * SHA-256 of the real canonical bytes, to compare a pack with.
 */
export function publicView(
  canonical: string,
  { tenant, signedHash, evidenceHash, sealedBy }: PublicViewInput,
): Record<string, unknown> {
  const whole = packSchema.parse(JSON.parse(canonical));
  const { salt: _, metadata: __, sessionId: ___, signer, steps, context, ...pack } = whole;
  const further = furtherView(whole, tenant);
  const isSignature = pack.purpose === 'DOCUMENT_SIGNATURE';
  return {
    // Published clients read it of every evidence.
    documentHash: '',
    ...pack,
    ...(further && { sessionId: further.sessionId, metadata: further.metadata }),
    // Only completed sessions have evidence.
    status: 'COMPLETED',
    signer: maskSigner(signer),
    steps: steps.map((step, index) => ({ order: index + 1, ...maskStep(step) })),
    createdAt: pack.timestamps.createdAt,
    completedAt: pack.timestamps.completedAt,
    context: { ...maskContext(context), ...(further && { userAgent: further.userAgent }) },
    ...(isSignature && { signatureKind: signatureKind(steps) }),
    signedHash,
    evidenceHash,
    tenantName: tenant.name,
    tenantCnpj: tenant.cnpj,
    sealedBy,
  };
}

/* What is answered of an evidence pack. Its members are those of `composePack`. */

const time = z.string().describe('ISO 8601, UTC');

const performer = z.enum(PERFORMERS).optional().describe(PERFORMER_WORDS);

const packStep = z.object({
  stepId: z.string(),
  type: z.enum(STEP_TYPES),
  status: z.enum(STEP_STATUSES),
  order: z.number(),
  startedAt: time.optional(),
  completedAt: time.optional(),
  performedBy: performer,
  result: describedResult.optional(),
});

const placeAnswer = z
  .object({
    batchId: z.string(),
    position: z.number().describe('From 1'),
    total: z.number(),
    documentsHash: z
      .string()
      .describe('Of the ordered list: SHA-256 of the documents’ hashes, each with a line feed behind it'),
  })
  .describe('Of a document that was signed together with others')
  .openapi('BatchPlace');

/** To the integrator, with the signer unmasked. */
export const evidenceAnswer = z
  .object({
    tenantId: z.string(),
    transactionId: z.string(),
    evidenceId: z.string(),
    evidenceHash: z.string(),
    status: z.literal('COMPLETED'),
    signer: answeredSigner.pick({
      name: true,
      cpf: true,
      cnpj: true,
      email: true,
      phone: true,
      userExternalId: true,
    }),
    steps: z.array(packStep),
    document: z.object({ hash: z.string(), filename: z.string() }).optional(),
    signedHash: z.string().optional().describe('Of the signed document'),
    createdAt: time,
    completedAt: time,
    downloadUrl: z.string().describe('Presigned address of the .p7m, for one hour'),
    expiresIn: z.number(),
  })
  .openapi('Evidence');

/** The signer as the public sees them. */
export const maskedSigner = z
  .object({
    displayName: z.string(),
    name: z.string().describe('The same as `displayName`.'),
    cpfCnpj: z.string().optional().describe('Whichever of the two there is.'),
    cpf: z.string().optional(),
    cnpj: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
  })
  .openapi('MaskedSigner');

const publicContext = z.object({
  ipAddress: z.string().optional().describe('Masked'),
  geolocation: z.object({ lat: z.number(), lon: z.number() }).optional().describe('To about 11 km'),
  userAgent: z.string().optional().describe('Where the tenant lets it be shown'),
});

/** To anybody who has the evidence id: the pack with the signer masked, and without its salt. */
export const publicAnswer = z.object({
  evidenceId: z.string(),
  schemaVersion: z.string().describe('Of the pack'),
  environment: z.enum(ENVIRONMENTS).describe('`sandbox`: a test without legal value'),
  status: z.literal('COMPLETED'),
  purpose: z.enum(PURPOSES),
  tenantId: z.string(),
  transactionId: z.string(),
  sessionId: z.string().optional().describe('Where the tenant lets it be shown'),
  envelopeId: z.string().optional(),
  signerIndex: z.number().optional().describe('Of a signer in an envelope'),
  batch: placeAnswer.optional(),
  createdAt: time,
  completedAt: time,
  timestamps: z.object({
    createdAt: time,
    openedAt: time.optional().describe('When the signer first opened the session'),
    completedAt: time,
  }),
  signatureKind: z
    .enum(SIGNATURE_KINDS)
    .optional()
    .describe('Of Lei 14.063/2020, article 4. Absent where an action was confirmed, and nothing signed'),
  document: z
    .object({
      filename: z.string(),
      hash: z.string(),
      sizeBytes: z.number(),
      pages: z.number().optional(),
      warnings: z.array(documentWarningSchema).optional(),
    })
    .nullable(),
  documentHash: z.string().describe('Of the original. Empty where no document was signed'),
  signedHash: z.string().optional().describe('Of the signed document. Absent where none was signed'),
  evidenceHash: z.string(),
  action: actionSchema.nullable().describe('What was confirmed. Null where a document was signed'),
  tenantName: z.string(),
  tenantCnpj: z.string().optional(),
  sealedBy: z
    .object({ name: z.string(), cnpj: z.string().optional(), issuer: z.string() })
    .describe('Whom the certificate names that sealed the evidence, and who issued it'),
  signer: maskedSigner,
  policy: z.object({ profile: z.enum(PROFILES) }),
  steps: z.array(packStep),
  context: publicContext,
  metadata: metadataSchema.optional().describe('Where the tenant lets it be shown'),
});
