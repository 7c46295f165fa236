import * as z from 'zod';
import { decodeDocument, runInspection, MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import { invalid, invalidAll, Problem } from '../domain/problem.ts';
import { name } from '../http/request-values.ts';
import type { Senders } from '../messages/message.ts';
import type { PdfInspection } from '../pdf/examine-pdf.ts';
import type { NewSession } from './create-session.ts';
import { offeredChannels } from '../one-time-codes/otp-channels.ts';
import { policyComplaints, stepsOf, type Policy } from './profile-steps.ts';
import { signerComplaints } from './required-fields.ts';
import { PURPOSES, type SessionKind, type Signer } from '../domain/session.ts';
import type { StepType } from '../domain/step.ts';
import { actionRequest, lifetime, sharedMembers } from './shared-request.ts';
import { email } from './signer-request.ts';

export const filenameSchema = name(255).refine(
  filename => !/[/\\]/.test(filename),
  'Must be a name without a path.',
);

export const documentRequest = z.object({
  content: z.string().describe(`A PDF in base64 (RFC 4648, 4), at most ${MAX_DOCUMENT_TEXT} characters.`),
  filename: filenameSchema.default('document.pdf'),
});

/** The body of POST /v1/signing-sessions. */
export const createSessionSchema = z.object({
  ...sharedMembers,
  purpose: z.enum(PURPOSES).default('DOCUMENT_SIGNATURE'),
  document: documentRequest.optional(),
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
): Promise<NonNullable<NewSession['pdf']>> {
  const bytes = decodeDocument(content, pointer);
  const { pages, warnings } = await runInspection(pointer, () => inspectPdf(bytes, tenantId));
  return { bytes, filename, pages, warnings };
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
function requireSubject({ purpose, document, action }: CreateSessionRequest): void {
  const isSignature = purpose === 'DOCUMENT_SIGNATURE';
  const detail = `Is not allowed with the purpose ${purpose}.`;
  if (isSignature && document === undefined) throw invalid('/document', 'Is required.');
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
  const { purpose, policy, document, action, expiresInMinutes } = body;
  requireSubject(body);
  const about = { kind: 'signing', hasDocument: document !== undefined } as const;
  const steps = readSteps(policy, signer, about, services);
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
  };
}
