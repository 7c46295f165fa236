import type { StepType } from '@sign-session/session-rules';
import * as z from 'zod';
import { decodeDocument, runInspection, MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import { BATCH } from '../domain/batch.ts';
import { invalid, invalidAll, Problem, type ValidationDetail } from '../domain/problem.ts';
import { name } from '../http/request-values.ts';
import type { Senders } from '../messages/message.ts';
import type { PdfInspection } from '../pdf/examine-pdf.ts';
import type { NewPdf, NewSession, TitledPdf } from './create-session.ts';
import { offeredChannels } from '../one-time-codes/otp-channels.ts';
import { policyComplaints, stepsOf, type Policy } from './profile-steps.ts';
import { signerComplaints } from './required-fields.ts';
import { PURPOSES, type SessionKind, type Signer } from '../domain/session.ts';
import { actionRequest, lifetime, sharedMembers } from './shared-request.ts';
import { email } from './signer-request.ts';

const UNNAMED = 'document.pdf';
/** In characters. */
const LONGEST_FILENAME = 255;

export const filenameSchema = name(LONGEST_FILENAME).refine(
  filename => !/[/\\]/.test(filename),
  'Must be a name without a path.',
);

export const documentRequest = z.object({
  content: z.string().describe(`A PDF in base64 (RFC 4648, 4), at most ${MAX_DOCUMENT_TEXT} characters.`),
  filename: filenameSchema.default(UNNAMED),
});

const batchRequest = z
  .array(
    documentRequest.extend({
      filename: filenameSchema.optional().describe(`Default: the title, or ${UNNAMED} where there is none.`),
      title: name(255).optional().describe('What the signer reads in the list. Default: the file name.'),
    }),
  )
  .min(BATCH.fewest, `Must have at least ${BATCH.fewest} documents; send one as document.`)
  .max(BATCH.most, `Must have at most ${BATCH.most} documents.`);

/** The body of POST /v1/signing-sessions. */
export const createSessionSchema = z.object({
  ...sharedMembers,
  purpose: z.enum(PURPOSES).default('DOCUMENT_SIGNATURE'),
  document: documentRequest.optional(),
  documents: batchRequest
    .optional()
    .describe('A batch: several documents that are signed together, instead of document.'),
  action: actionRequest.optional().describe('What is authenticated with the purpose ACTION_AUTHENTICATION.'),
  expiresInMinutes: lifetime(1440),
  owner: z.object({ email, name: name(256).optional() }).optional(),
  deliverVia: z.enum(['whatsapp', 'sms', 'telegram']).optional(),
});
export type CreateSessionRequest = z.output<typeof createSessionSchema>;

/** What this service uses to check and create sessions. */
export interface CreationServices {
  readonly senders: Senders;
  readonly inspectPdf: InspectPdf;
}

/**
 * The steps of a policy, after checking that the signer has the data they need.
 * @throws Problem `validation-error`; `feature-not-enabled` when a code cannot be sent
 */
export function readSteps(
  policy: Policy,
  signer: Signer,
  about: { kind: SessionKind; hasDocument: boolean },
  services: Omit<CreationServices, 'inspectPdf'>,
): readonly StepType[] {
  const complaints = policyComplaints(policy, about.kind, about.hasDocument);
  if (complaints.length > 0) throw invalidAll(complaints);
  const steps = stepsOf(policy);
  const missing = signerComplaints(signer, policy.profile, steps);
  if (missing.length > 0) throw invalidAll(missing);
  const { otpChannel } = signer;
  const offered = offeredChannels(signer, services.senders);
  const unreachable = offered.length === 0 || (otpChannel !== undefined && !offered.includes(otpChannel));
  if (steps.includes('OTP_CHALLENGE') && unreachable) {
    throw new Problem('feature-not-enabled', 'This service cannot send codes to this signer.');
  }
  return steps;
}

/**
 * Decodes and inspects the document of a request.
 * @param pointer JSON pointer to its content in the request
 * @throws Problem `payload-too-large`, `validation-error`; TooBusyError; InterruptedError
 */
export async function readPdf(
  { content, filename }: NonNullable<CreateSessionRequest['document']>,
  { inspectPdf, tenantId }: Inspection,
  pointer = '/document/content',
): Promise<NewPdf> {
  const bytes = decodeDocument(content, pointer);
  const { pages, warnings, signed } = await runInspection(pointer, () => inspectPdf(bytes, tenantId));
  return { bytes, filename, pages, warnings, isSigned: signed };
}

/**
 * Decodes and inspects the documents of a batch. One that is refused refuses all; the problem names each of them by
 * its position and title.
 * @throws Problem `payload-too-large`, `validation-error`; TooBusyError; InterruptedError
 */
async function readBatch(
  documents: NonNullable<CreateSessionRequest['documents']>,
  inspection: Inspection,
): Promise<TitledPdf[]> {
  const read: TitledPdf[] = [];
  const refused: ValidationDetail[] = [];
  let size = 0;
  for (const [index, document] of documents.entries()) {
    const pointer = `/documents/${index}/content`;
    const { content, filename = filenameOf(document.title), title = filename } = document;
    try {
      const pdf = await readPdf({ content, filename }, inspection, pointer);
      size += pdf.bytes.length;
      read.push({ ...pdf, title });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const which = `Document ${index + 1} of ${documents.length}, “${title}”`;
      if (error.kind !== 'validation-error') throw new Problem(error.kind, `${which}: ${error.message}`);
      const { errors = [] } = error.extras;
      refused.push(...errors.map(({ detail }) => ({ pointer, detail: `${which}: ${detail}` })));
    }
    if (size > BATCH.bytes)
      throw new Problem('payload-too-large', `The documents are more than ${BATCH.bytes} bytes together.`);
  }
  if (refused.length > 0) throw invalidAll(refused);
  return read;
}

/** What a document of a batch is called as a file, where only its title is given: without a path. */
function filenameOf(title: string = UNNAMED): string {
  const ending = /\.pdf$/i.test(title) ? '' : '.pdf';
  const characters = Array.from(title.replaceAll(/[/\\]/g, '-'));
  return characters.slice(0, LONGEST_FILENAME - ending.length).join('') + ending;
}

/**
 * Inspects a PDF. Tenants share the inspecting processes equally.
 * Throws PdfRefusedError for one that cannot be signed, InterruptedError and TooBusyError.
 */
export type InspectPdf = (bytes: Uint8Array, tenantId: string) => Promise<PdfInspection>;

/** Inspects a document for its tenant. */
export interface Inspection {
  readonly inspectPdf: InspectPdf;
  readonly tenantId: string;
}

/** A session has either a document or an action, never both. */
function requireSubject({ purpose, document, documents, action }: CreateSessionRequest): void {
  const isSignature = purpose === 'DOCUMENT_SIGNATURE';
  const detail = `Is not allowed with the purpose ${purpose}.`;
  if (document !== undefined && documents !== undefined)
    throw invalid('/documents', 'Is not allowed beside document.');
  if (isSignature && document === undefined && documents === undefined)
    throw invalid('/document', 'Is required.');
  if (!isSignature && documents !== undefined) throw invalid('/documents', detail);
  if (isSignature && action !== undefined) throw invalid('/action', detail);
  if (!isSignature && action === undefined) throw invalid('/action', 'Is required.');
  if (!isSignature && document !== undefined) throw invalid('/document', detail);
}

/**
 * Turns a validated body into a new session and inspects its document.
 * @throws Problem `feature-not-enabled`, `payload-too-large`, `validation-error`; TooBusyError; InterruptedError
 */
export async function readNewSession(
  body: CreateSessionRequest,
  services: CreationServices & Inspection,
): Promise<NewSession> {
  const { signer, appearance, metadata, state, returnUrl, cancelUrl, owner, locale } = body;
  const { purpose, policy, document, documents, action, expiresInMinutes } = body;
  requireSubject(body);
  const hasDocument = document !== undefined || documents !== undefined;
  const steps = readSteps(policy, signer, { kind: 'signing', hasDocument }, services);
  if (body.deliverVia !== undefined) {
    throw new Problem(
      'feature-not-enabled',
      'Delivery by messaging channels is not enabled for this tenant.',
    );
  }
  return {
    kind: 'signing',
    purpose,
    profile: policy.profile,
    steps,
    request: { signer, action, appearance, metadata, state, returnUrl, cancelUrl },
    owner,
    locale,
    expiresInMinutes,
    pdf: document && (await readPdf(document, services)),
    batch: documents && (await readBatch(documents, services)),
  };
}
