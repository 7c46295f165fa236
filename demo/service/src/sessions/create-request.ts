import * as z from 'zod';
import { InspectionBrokenError, PdfRefusedError } from '../pdf/refusal.ts';
import { invalid, Problem } from '../http/problem.ts';
import { hexColour, httpsUrl, redirectTarget, text } from '../http/request-values.ts';
import { readCnpj } from '../identifiers/cnpj.ts';
import { readCpf } from '../identifiers/cpf.ts';
import type { NewSession } from './create-session.ts';
import { LOCALES } from './session.ts';

/** Base64 characters of a document (service interface, "Limits": 10 MB). */
export const MAX_DOCUMENT_TEXT = 10 * 1024 * 1024;

/** Profiles of signing sessions (service interface, "Policy profile"). */
const PROFILES = [
  'CLICK_ONLY',
  'CLICK_PLUS_OTP',
  'BIOMETRIC',
  'BIOMETRIC_PLUS_OTP',
  'DIGITAL_CERTIFICATE',
  'BIOMETRIC_SERPRO',
  'BIOMETRIC_SERPRO_AUTO_FALLBACK',
  'CUSTOM',
] as const;

/** Reads an identifier into its bare characters; a wrong one is an issue at its own place. */
function identifier(read: (value: string) => string | undefined, complaint: string) {
  return z.string().transform((value, context) => {
    const bare = read(value.trim());
    if (bare !== undefined) return bare;
    context.addIssue({ code: 'custom', message: complaint });
    return z.NEVER;
  });
}

/** `2026-02-30` is a date in form only: reading it moves on to March. */
function isRealDate(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

const email = z.email('Must be an e-mail address.').max(254, 'Must be at most 254 characters.');

const signerSchema = z
  .object({
    name: text(256),
    cpf: identifier(readCpf, 'Is not a CPF: its check digits do not match.').optional(),
    cnpj: identifier(readCnpj, 'Is not a CNPJ: its check digits do not match.').optional(),
    email: email.optional(),
    phone: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, 'Must be in international form, such as +5511912345678.')
      .optional(),
    otpChannel: z
      .string()
      .toLowerCase()
      .pipe(z.enum(['email', 'sms']))
      .optional(),
    userExternalId: text(256).optional(),
    birthDate: z.string().refine(isRealDate, 'Must be a date such as 1990-12-31.').optional(),
  })
  .refine(signer => signer.cpf !== undefined || signer.cnpj !== undefined, 'Needs a cpf or a cnpj.');

/** Text of the integrator's own: kept as it is, as far as PostgreSQL and RFC 8785 can keep it. */
const freeText = (max: number) =>
  z
    .string()
    .max(max, `Must be at most ${max} characters.`)
    .refine(value => !/[\0\p{Surrogate}]/u.test(value), 'Must not hold NUL or broken Unicode.');

const metadataSchema = z
  .record(freeText(256), z.union([freeText(1024), z.number(), z.boolean()]))
  .refine(metadata => Object.keys(metadata).length <= 100, 'Holds more than 100 keys.')
  .refine(metadata => !Object.hasOwn(metadata, ''), 'A key must not be empty.');

const appearanceSchema = z.object({
  brandColor: hexColour.optional(),
  backgroundColor: hexColour.optional(),
  textColor: hexColour.optional(),
  buttonTextColor: hexColour.optional(),
  borderRadius: z
    .union([z.number().min(0).max(64), z.string().regex(/^\d{1,2}(\.\d{1,2})?(px|rem)?$/)])
    .optional(),
  fontFamily: text(200).optional(),
  logoUrl: httpsUrl.optional(),
  companyName: text(120).optional(),
  title: text(200).optional(),
  submitLabel: text(80).optional(),
  headerStyle: z.enum(['full', 'minimal', 'none']).optional(),
});

/** The body of POST /v1/signing-sessions. Members that are not named here are ignored. */
export const createSessionSchema = z.object({
  purpose: z.enum(['DOCUMENT_SIGNATURE', 'ACTION_AUTHENTICATION']).default('DOCUMENT_SIGNATURE'),
  policy: z.object({ profile: z.enum(PROFILES) }),
  signer: signerSchema,
  document: z
    .object({
      content: z.string().describe(`A PDF in base64 (RFC 4648, 4), at most ${MAX_DOCUMENT_TEXT} characters.`),
      filename: text(255)
        .refine(name => !/[/\\]/.test(name), 'Must be a name without a path.')
        .default('document.pdf'),
    })
    .optional(),
  metadata: metadataSchema
    .optional()
    .describe('Up to 100 keys of 1 to 256 characters; texts up to 1024 characters, numbers or booleans.'),
  appearance: appearanceSchema.optional(),
  locale: z.enum(LOCALES).default('pt-BR'),
  returnUrl: redirectTarget.optional(),
  cancelUrl: redirectTarget.optional(),
  expiresInMinutes: z
    .int('Must be a whole number.')
    .min(5, 'Must be at least 5.')
    .max(1440, 'Must be at most 1440.')
    .default(60),
  owner: z.object({ email, name: text(256).optional() }).optional(),
  deliverVia: z.enum(['whatsapp', 'sms', 'telegram']).optional(),
});
export type CreateSessionRequest = z.output<typeof createSessionSchema>;

function refuseWhatIsNotEnabled(body: CreateSessionRequest): void {
  const { purpose, policy, deliverVia } = body;
  if (purpose !== 'DOCUMENT_SIGNATURE') {
    throw new Problem('feature-not-enabled', `The purpose ${purpose} is not available on this service yet.`);
  }
  if (policy.profile !== 'CLICK_ONLY') {
    throw new Problem(
      'feature-not-enabled',
      `The profile ${policy.profile} is not available on this service yet.`,
    );
  }
  if (deliverVia !== undefined) {
    throw new Problem(
      'feature-not-enabled',
      'Delivery by messaging channels is not enabled for this tenant.',
    );
  }
}

/** Base64 as RFC 4648, section 4 writes it, with its padding and nothing else: two spellings are one too many. */
function decode(content: string): Uint8Array {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) {
    throw invalid(
      '/document/content',
      'Is not base64: padded, without line breaks and without a data: prefix.',
    );
  }
  return bytes;
}

async function readPdf(
  document: CreateSessionRequest['document'],
  inspect: InspectPdf,
): Promise<NewSession['pdf']> {
  if (document === undefined) throw invalid('/document', 'Is required.');
  const { content, filename } = document;
  if (content.length > MAX_DOCUMENT_TEXT) {
    throw new Problem('payload-too-large', 'The document is more than 10 MiB of base64.');
  }
  const bytes = decode(content);
  try {
    return { bytes, filename, pages: (await inspect(bytes)).pages };
  } catch (error) {
    if (error instanceof InspectionBrokenError) {
      throw new Problem('service-unavailable', 'The document could not be looked into. Send it again.', {
        headers: { 'Retry-After': '1' },
        cause: error,
      });
    }
    if (!(error instanceof PdfRefusedError)) throw error;
    throw new Problem('validation-error', error.message, {
      errors: [{ pointer: '/document/content', detail: error.message }],
      cause: error,
    });
  }
}

/** Tells the pages of a PDF that can be signed. Throws PdfRefusedError for one that cannot, InspectionBrokenError. */
export type InspectPdf = (bytes: Uint8Array) => Promise<{ pages: number; signed: boolean }>;

/**
 * What a validated body asks for, its document looked into.
 * @throws Problem `feature-not-enabled`, `payload-too-large`, `validation-error`, `service-unavailable`
 */
export async function readNewSession(body: CreateSessionRequest, inspect: InspectPdf): Promise<NewSession> {
  refuseWhatIsNotEnabled(body);
  const { signer, appearance, metadata, returnUrl, cancelUrl, owner, locale, expiresInMinutes } = body;
  return {
    request: { signer, appearance, metadata, returnUrl, cancelUrl },
    owner,
    locale,
    expiresInMinutes,
    pdf: await readPdf(body.document, inspect),
  };
}
