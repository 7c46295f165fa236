/** Requests to create a session: profiles, required fields, trust sessions. */
import type { Profile, StepType } from '@sign-session/session-rules';
import * as z from 'zod';
import { decodeDocument, MAX_DOCUMENT_TEXT, runInspection } from '../documents/document-content.ts';
import { BATCH } from '../domain/batch.ts';
import { invalid, invalidAll, Problem, type ValidationDetail } from '../domain/problem.ts';
import { PURPOSES, type SessionKind, type Signer } from '../domain/session.ts';
import type { Tenant } from '../domain/tenant.ts';
import { nameText } from '../http/validation.ts';
import type { Senders } from '../messages/message.ts';
import { offeredChannels } from '../one-time-codes/otp-channels.ts';
import type { PdfInspection } from '../pdf/examine-pdf.ts';
import type { NewPdf, NewSession, TitledPdf } from './create-session.ts';
import { actionRequest, emailText, lifetime, sharedMembers } from './shared-request.ts';

/** Steps of each profile, in order (signer API, section 3). CUSTOM has its own. */
const STEPS_OF: Record<Exclude<Profile, 'CUSTOM'>, readonly StepType[]> = {
  CLICK_ONLY: ['CLICK_ACCEPT'],
  CLICK_PLUS_OTP: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'],
  BIOMETRIC: ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'BIOMETRIC_MATCH'],
  BIOMETRIC_PLUS_OTP: [
    'CLICK_ACCEPT',
    'BIOMETRIC_LIVENESS',
    'BIOMETRIC_MATCH',
    'OTP_CHALLENGE',
    'OTP_VERIFY',
  ],
  DIGITAL_CERTIFICATE: ['CLICK_ACCEPT', 'DIGITAL_SIGN_A1'],
  BIOMETRIC_SERPRO: ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'SERPRO_IDENTITY_CHECK'],
  BIOMETRIC_SERPRO_AUTO_FALLBACK: [
    'PURPOSE_DISCLOSURE',
    'CLICK_ACCEPT',
    'BIOMETRIC_LIVENESS',
    'SERPRO_IDENTITY_CHECK',
  ],
  BIOMETRIC_DOCUMENT_FALLBACK: ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'BIOMETRIC_MATCH'],
};

/**
 * Profiles that this kind of session does not support. A certificate signs a document, and trust sessions have
 * none.
 */
const FOREIGN: Record<SessionKind, readonly Profile[]> = {
  signing: ['BIOMETRIC_DOCUMENT_FALLBACK'],
  trust: ['DIGITAL_CERTIFICATE'],
  envelope: ['BIOMETRIC_DOCUMENT_FALLBACK'],
  transaction: ['BIOMETRIC_DOCUMENT_FALLBACK'],
};

interface Policy {
  readonly profile: Profile;
  readonly customSteps?: readonly StepType[] | undefined;
}

/** Steps that must come directly after another one. */
const FOLLOWS: Partial<Record<StepType, StepType>> = {
  OTP_VERIFY: 'OTP_CHALLENGE',
  BIOMETRIC_MATCH: 'BIOMETRIC_LIVENESS',
};

/** Steps that need a face captured by an earlier step. */
const NEEDS_A_FACE: readonly StepType[] = ['SERPRO_IDENTITY_CHECK', 'DOCUMENT_PHOTO_MATCH'];

/** The errors in the steps of a CUSTOM profile and their order. */
function orderComplaints(steps: readonly StepType[]): ValidationDetail[] {
  const disordered = steps.flatMap((type, index) => {
    const pointer = `/policy/customSteps/${index}`;
    const before = FOLLOWS[type];
    if (steps.indexOf(type) !== index) return [{ pointer, detail: 'Is a duplicate.' }];
    if (before !== undefined && steps[index - 1] !== before) {
      return [{ pointer, detail: `Must come right after ${before}.` }];
    }
    if (NEEDS_A_FACE.includes(type) && !steps.slice(0, index).includes('BIOMETRIC_LIVENESS')) {
      return [{ pointer, detail: 'Must come after BIOMETRIC_LIVENESS.' }];
    }
    if (type === 'OTP_CHALLENGE' && steps[index + 1] !== 'OTP_VERIFY') {
      return [{ pointer, detail: 'Must come right before OTP_VERIFY.' }];
    }
    return [];
  });
  if (steps.includes('CLICK_ACCEPT')) return disordered;
  // The sealed evidence says that the signer accepted, so this step is required.
  return [{ pointer: '/policy/customSteps', detail: 'Must contain CLICK_ACCEPT.' }, ...disordered];
}

/** The errors in a policy, for the kind of session and whether it has a document. */
function policyComplaints(policy: Policy, kind: SessionKind, hasDocument: boolean): ValidationDetail[] {
  const { profile, customSteps } = policy;
  if (FOREIGN[kind].includes(profile)) {
    return [{ pointer: '/policy/profile', detail: `Is not available in ${kind} sessions.` }];
  }
  if (profile === 'DIGITAL_CERTIFICATE' && !hasDocument) {
    return [{ pointer: '/policy/profile', detail: 'Requires a document.' }];
  }
  if (profile !== 'CUSTOM') {
    const foreign = { pointer: '/policy/customSteps', detail: `Is not allowed with the profile ${profile}.` };
    return customSteps === undefined ? [] : [foreign];
  }
  if (customSteps === undefined) {
    return [{ pointer: '/policy/customSteps', detail: 'Is required with the profile CUSTOM.' }];
  }
  return [...certificateComplaints(customSteps, kind, hasDocument), ...orderComplaints(customSteps)];
}

/**
 * A certificate signature must be the last step, because it cannot be undone if a later step fails; and it cannot
 * be combined with an envelope's seals.
 */
function certificateComplaints(
  steps: readonly StepType[],
  kind: SessionKind,
  hasDocument: boolean,
): ValidationDetail[] {
  const index = steps.indexOf('DIGITAL_SIGN_A1');
  if (index < 0) return [];
  const complaint = (detail: string) => [{ pointer: `/policy/customSteps/${index}`, detail }];
  if (!hasDocument) return complaint('Requires a document.');
  if (kind === 'envelope') return complaint('In an envelope, use the profile DIGITAL_CERTIFICATE.');
  return index === steps.length - 1 ? [] : complaint('Must be the last step.');
}

/** The steps of a valid policy. */
function stepsOf({ profile, customSteps = [] }: Policy): readonly StepType[] {
  return profile === 'CUSTOM' ? customSteps : STEPS_OF[profile];
}

const NEEDS_CPF: readonly Profile[] = [
  'BIOMETRIC',
  'BIOMETRIC_PLUS_OTP',
  'DIGITAL_CERTIFICATE',
  'BIOMETRIC_SERPRO',
  'BIOMETRIC_SERPRO_AUTO_FALLBACK',
  'BIOMETRIC_DOCUMENT_FALLBACK',
];
const NEEDS_BIRTH_DATE: readonly Profile[] = ['BIOMETRIC_SERPRO', 'BIOMETRIC_SERPRO_AUTO_FALLBACK'];

/** The same for steps of a CUSTOM profile: without a CPF, the check would compare with nobody. */
const CHECKS_CPF: readonly StepType[] = ['BIOMETRIC_MATCH', 'SERPRO_IDENTITY_CHECK'];

/** A code needs an address: for the channel that the integrator chose, or for any. */
function codeComplaints({ email, phone, otpChannel }: Signer): ValidationDetail[] {
  if (otpChannel === 'sms' && phone === undefined) {
    return [{ pointer: '/signer/phone', detail: 'Is required to send codes by SMS.' }];
  }
  if (otpChannel === 'email' && email === undefined) {
    return [{ pointer: '/signer/email', detail: 'Is required to send codes by e-mail.' }];
  }
  if (email !== undefined || phone !== undefined) return [];
  return [{ pointer: '/signer/email', detail: 'Is required to send codes (or a phone).' }];
}

/** The signer data that a profile needs and the request lacks (service interface, "Policy profile"). */
function signerComplaints(signer: Signer, profile: Profile, steps: readonly StepType[]): ValidationDetail[] {
  const found: ValidationDetail[] = [];
  const missing = (field: keyof Signer) =>
    found.push({ pointer: `/signer/${field}`, detail: `Is required for the profile ${profile}.` });
  const needsCpf = NEEDS_CPF.includes(profile) || CHECKS_CPF.some(type => steps.includes(type));
  const needsBirthDate = NEEDS_BIRTH_DATE.includes(profile) || steps.includes('SERPRO_IDENTITY_CHECK');
  if (profile === 'CLICK_ONLY' && signer.name === '') missing('name');
  if (needsCpf && signer.cpf === undefined) missing('cpf');
  if (needsBirthDate && signer.birthDate === undefined) missing('birthDate');
  if (profile === 'BIOMETRIC_PLUS_OTP' && signer.email === undefined) missing('email');
  else if (steps.includes('OTP_CHALLENGE')) found.push(...codeComplaints(signer));
  return found;
}

const UNNAMED = 'document.pdf';
/** In characters. */
const LONGEST_FILENAME = 255;

export const filenameSchema = nameText(LONGEST_FILENAME).refine(
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
      title: nameText(255).optional().describe('What the signer reads in the list. Default: the file name.'),
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
  owner: z.object({ email: emailText, name: nameText(256).optional() }).optional(),
  deliverVia: z
    .enum(['whatsapp', 'sms', 'telegram'])
    .optional()
    .describe('The service delivers the signer’s link: by `sms`, where the tenant’s setting allows it.'),
});
type CreateSessionRequest = z.output<typeof createSessionSchema>;

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
  { inspectPdf, tenantId, forCertificate }: Inspection,
  pointer = '/document/content',
): Promise<NewPdf> {
  const bytes = decodeDocument(content, pointer);
  const { pages, warnings, signed } = await runInspection(pointer, () =>
    inspectPdf(bytes, tenantId, forCertificate),
  );
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
export type InspectPdf = (
  bytes: Uint8Array,
  tenantId: string,
  forCertificate?: boolean,
) => Promise<PdfInspection>;

/** Whether the signer signs the document with a certificate. */
export const needsCertificate = (steps: readonly StepType[]): boolean => steps.includes('DIGITAL_SIGN_A1');

/** Inspects a document for its tenant. */
export interface Inspection {
  readonly inspectPdf: InspectPdf;
  readonly tenantId: string;
  /** Whether it is signed with a certificate. */
  readonly forCertificate?: boolean;
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
  const inspection = { ...services, forCertificate: needsCertificate(steps) };
  return {
    kind: 'signing',
    purpose,
    profile: policy.profile,
    steps,
    request: { signer, action, appearance, metadata, state, returnUrl, cancelUrl },
    owner,
    deliverVia: body.deliverVia,
    locale,
    expiresInMinutes,
    pdf: document && (await readPdf(document, inspection)),
    batch: documents && (await readBatch(documents, inspection)),
  };
}

/** The body of POST /v1/trust-sessions. The purpose is fixed; one that is sent is ignored. */
export const createTrustSessionSchema = z.object({
  ...sharedMembers,
  action: actionRequest,
  document: z
    .unknown()
    .refine(document => document === undefined, 'Is not allowed in a trust session.')
    .optional()
    .meta({ not: {} }),
  expiresInMinutes: lifetime(10_080),
});
type CreateTrustSessionRequest = z.output<typeof createTrustSessionSchema>;

/** @throws Problem `feature-not-enabled` for a tenant without trust sessions */
export function requireTrustSessions(tenant: Tenant): void {
  if (tenant.trustSessionsEnabled) return;
  throw new Problem('feature-not-enabled', 'Trust sessions are not enabled for this tenant.');
}

/**
 * Turns a validated body into a new session.
 * @throws Problem `validation-error`, `feature-not-enabled`
 */
export function readNewTrustSession(body: CreateTrustSessionRequest, services: CreationServices): NewSession {
  const { policy, signer, action, appearance, metadata, state, returnUrl, cancelUrl } = body;
  const about = { kind: 'trust', hasDocument: false } as const;
  return {
    kind: 'trust',
    purpose: 'ACTION_AUTHENTICATION',
    profile: policy.profile,
    steps: readSteps(policy, signer, about, services),
    request: { signer, action, appearance, metadata, state, returnUrl, cancelUrl },
    owner: undefined,
    locale: body.locale,
    expiresInMinutes: body.expiresInMinutes,
    pdf: undefined,
  };
}
