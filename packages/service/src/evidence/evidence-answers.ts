import { PROFILES, STEP_STATUSES, STEP_TYPES } from '@sign-session/session-rules';
import { z } from '@hono/zod-openapi';
import { documentWarningSchema } from '../domain/document.ts';
import { actionSchema, metadataSchema, PURPOSES, signerSchema } from '../domain/session.ts';
import { SIGNATURE_KINDS } from '../domain/signature-kind.ts';
import { PERFORMER_WORDS, PERFORMERS } from '../domain/step.ts';
import { describedResult } from '../domain/step-result.ts';
import { ENVIRONMENTS } from '../domain/tenant.ts';

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
    signer: signerSchema.pick({
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
  documentHash: z.string().optional().describe('Of the original. Absent where no document was signed'),
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
