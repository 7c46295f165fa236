import { currentStep, type Profile, type SessionStatus } from '@sign-session/session-rules';
import * as z from 'zod';
import type { DocumentWarning } from './document.ts';
import type { Locale } from './locales.ts';
import type { Tenant } from './tenant.ts';
import { OTP_CHANNELS, type OtpChannel, type Step } from './step.ts';

export const PURPOSES = ['DOCUMENT_SIGNATURE', 'ACTION_AUTHENTICATION'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** How a session was created. It decides events, quotas and routes, not the steps. */
export const SESSION_KINDS = ['signing', 'trust', 'envelope', 'transaction'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

export const signerSchema = z.object({
  name: z.string(),
  /** 11 digits. */
  cpf: z.string().optional(),
  /** 14 digits or capital letters. */
  cnpj: z.string().optional(),
  email: z.string().optional(),
  /** E.164. */
  phone: z.string().optional(),
  otpChannel: z.enum(OTP_CHANNELS).optional(),
  /** The signer chooses the channel; no code is sent before. */
  otpChannelSelectable: z.boolean().optional(),
  userExternalId: z.string().optional(),
  /** `YYYY-MM-DD`. */
  birthDate: z.string().optional(),
});
export type Signer = z.infer<typeof signerSchema>;

/** A signer as answers to the integrator name them: published clients read an id of every signer. */
export const answeredSigner = signerSchema.extend({
  userExternalId: z.string().describe('Empty where the session named none'),
});

/** @returns the signer with an empty id of the integrator’s where there is none */
export function answerSigner<S extends Pick<Signer, 'userExternalId'>>(
  signer: S,
): S & { readonly userExternalId: string } {
  return { ...signer, userExternalId: signer.userExternalId ?? '' };
}

/** Where codes on this channel are sent; undefined if the signer has no such address. */
export function addressOn(channel: OtpChannel, { email, phone }: Signer): string | undefined {
  return channel === 'email' ? email : phone;
}

export const appearanceSchema = z
  .object({
    brandColor: z.string().optional(),
    backgroundColor: z.string().optional(),
    textColor: z.string().optional(),
    buttonTextColor: z.string().optional(),
    borderRadius: z.union([z.string(), z.number()]).optional(),
    fontFamily: z.string().optional(),
    logoUrl: z.string().optional(),
    companyName: z.string().optional(),
    title: z.string().optional(),
    submitLabel: z.string().optional(),
    headerStyle: z.enum(['full', 'minimal', 'none']).optional(),
  })
  .meta({ id: 'Appearance' });

export const metadataSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** The action to authenticate when there is no document (service interface, "Action object"). */
export const actionSchema = z
  .object({
    type: z.string(),
    description: z.string(),
    reference: z.string().optional(),
  })
  .meta({ id: 'Action' });

/** The settings from the creation request. They never change. */
export const sessionRequestSchema = z.object({
  signer: signerSchema,
  action: actionSchema.optional(),
  appearance: appearanceSchema.optional(),
  metadata: metadataSchema.optional(),
  returnUrl: z.string().optional(),
  cancelUrl: z.string().optional(),
  /** What the integrator wants to find again in the receipt. */
  state: z.string().optional(),
  /** The integrator's own group of transactions, which is no envelope. */
  group: z
    .object({
      documentGroupId: z.string(),
      signerIndex: z.number().optional(),
      totalSigners: z.number().optional(),
    })
    .optional(),
  ownerName: z.string().optional(),
  ownerEmail: z.string().optional(),
  /** Only if the request named an owner. */
  inviteSent: z.boolean().optional(),
});
export type SessionRequest = z.infer<typeof sessionRequestSchema>;

/** How a session ended, if it was not completed. */
export const endingSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cancelled'),
    by: z.enum(['integrator', 'signer']),
    reason: z.string().optional(),
  }),
  z.object({ kind: z.literal('failed'), reason: z.literal('FINALIZATION_FAILED') }),
]);
export type Ending = z.infer<typeof endingSchema>;

/** The document to sign. */
export interface SessionDocument {
  readonly documentId: string;
  readonly filename: string;
  /** `sha256:` and hex. */
  readonly hash: string;
  readonly sizeBytes: number;
  readonly pages: number | undefined;
  readonly warnings: readonly DocumentWarning[];
  /** Whether it bore signatures when it was uploaded; absent for uploads before that was kept. */
  readonly isSigned?: boolean | undefined;
}

/** The result of finalization. */
interface SessionEvidence {
  readonly evidenceId: string;
  /** Absent if no document was signed. */
  readonly signedDocumentId: string | undefined;
  /** The signed document's hash: `sha256:` and hex. */
  readonly signedHash: string | undefined;
}

export const SIGNING_MODES = ['PARALLEL', 'SEQUENTIAL'] as const;
export type SigningMode = (typeof SIGNING_MODES)[number];

/** The session's position in an envelope. */
export interface Membership {
  readonly envelopeId: string;
  readonly signingMode: SigningMode;
  /** From 1. */
  readonly signerIndex: number;
  readonly totalSigners: number;
  /** The number of signers who have signed. */
  readonly completedSessions: number;
  /** In SEQUENTIAL mode, the first earlier signer who has not signed. */
  readonly waitingForIndex: number | undefined;
}

/** The first earlier signer who has not signed, including one who was not added yet. */
function firstMissing(signerIndex: number, completed: readonly number[]): number | undefined {
  for (let index = 1; index < signerIndex; index += 1) if (!completed.includes(index)) return index;
  return undefined;
}

/** @param completed the indexes of the signers who have signed */
export function membershipOf(
  place: Omit<Membership, 'completedSessions' | 'waitingForIndex'>,
  completed: readonly number[],
): Membership {
  const isSequential = place.signingMode === 'SEQUENTIAL';
  const waitingForIndex = isSequential ? firstMissing(place.signerIndex, completed) : undefined;
  return { ...place, completedSessions: completed.length, waitingForIndex };
}

/** What a session over several documents says of them. `documents/batch-documents.ts` reads the documents. */
export interface Batch {
  readonly batchId: string;
  /** The number of documents. */
  readonly total: number;
  /** See `listHash` in `domain/batch.ts`. */
  readonly documentsHash: string;
  /** While they are being sealed, after the last step: how many are. */
  readonly sealed: number | undefined;
}

export interface Session {
  readonly sessionId: string;
  readonly transactionId: string;
  /** The tenant as it was when the session was read. */
  readonly tenant: Tenant;
  readonly status: SessionStatus;
  readonly kind: SessionKind;
  readonly purpose: Purpose;
  readonly profile: Profile;
  readonly locale: Locale;
  readonly request: SessionRequest;
  /** Absent for the authentication of an action. The first one of a batch. */
  readonly document: SessionDocument | undefined;
  /** Absent for a session about one document. */
  readonly batch: Batch | undefined;
  readonly steps: readonly Step[];
  /** Of the first document of a batch. */
  readonly evidence: SessionEvidence | undefined;
  readonly ending: Ending | undefined;
  /** Absent outside envelopes. */
  readonly envelope: Membership | undefined;
  /** The id of the key that signs its client secret. */
  readonly secretKeyId: string;
  readonly createdAt: Date;
  /** When the signer first opened it; absent until then, and for sessions older than this record. */
  readonly openedAt: Date | undefined;
  readonly expiresAt: Date;
  /** When its data is erased: 7 days after creation in the sandbox, otherwise never. */
  readonly eraseAt: Date | undefined;
  readonly endedAt: Date | undefined;
  /** Increases by one with every change. */
  readonly version: number;
}

/** Whether the integrator completes the session with a call. Otherwise passing the last step does. */
export function isFinalizedByCall({ kind }: Session): boolean {
  return kind === 'transaction';
}

/**
 * Whether it may be signed at the gov.br portal: one document with one signer. With more, the signer would sign a revision
 * that another one's signature has made stale meanwhile. The portal's stamp can be seen, so that it would mark what others
 * have signed: a document that is signed already doesn't fit.
 */
export function fitsPortal(session: Session): boolean {
  const { envelope, batch, document } = session;
  return (
    document?.isSigned !== true &&
    envelope === undefined &&
    batch === undefined &&
    !isFinalizedByCall(session)
  );
}

/** Whether the signer has passed all steps of a batch, and its documents are being sealed. */
export function isBeingSealed({ batch }: Session): boolean {
  return batch?.sealed !== undefined;
}

/** The session's current step, see `currentStep`. */
export function currentStepOf({ steps }: Session): Step | undefined {
  return currentStep(steps);
}

/** How the session's work waits for its turn: one work of a session at a time, and tenants take turns. */
export function turnOf({ sessionId, tenant }: Session): { key: string; owner: string } {
  return { key: sessionId, owner: tenant.tenantId };
}

/** Whether all other signers have signed. */
export function isLastSigner({ envelope }: Session): boolean {
  return envelope === undefined || envelope.completedSessions + 1 === envelope.totalSigners;
}
