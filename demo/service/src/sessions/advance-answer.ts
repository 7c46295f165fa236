import type { QuotaStanding } from '../quotas/monthly-quotas.ts';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import type { KeptAnswer } from '../http/remember.ts';
import type { Vault } from '../keys/vault.ts';
import { currentStepOf, type Session, type SessionStatus } from '../domain/session.ts';
import type { Step } from '../domain/step.ts';
import type { Progress } from '../steps/progress.ts';
import type { AnswerParts } from '../steps/step-kind.ts';

/** The member that holds a code while the answer is kept for repeats. */
const SEALED_CODE = 'sealedCode';

/** The member that holds the document to sign while the answer is kept: its address opens it, and ends. */
const BASE_DOCUMENT = 'baseDocumentId';

function reference({ stepId, type, status }: Step): Record<string, string> {
  return { stepId, type, status };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** What is to be signed, and all that shows what it is (signer API, section 4). */
function preparation(prepared: NonNullable<AnswerParts['signing']>): Record<string, unknown> {
  return {
    signatureRequestId: prepared.signatureRequestId,
    hashToSign: prepared.hashToSign,
    hashAlgorithm: 'SHA-256',
    signatureAlgorithm: prepared.algorithm,
    dataToSign: toBase64(prepared.dataToSign),
    [BASE_DOCUMENT]: prepared.baseDocumentId,
    appended: toBase64(prepared.appended),
    byteRange: prepared.byteRange,
  };
}

/** The [wire] part of an answer, as it may be kept: a code that was sent stands in it sealed, in the sandbox alone. */
export function answerTo(
  { session, acted, answer }: Progress,
  outcome: { status: SessionStatus; vault: Vault; more?: Readonly<Record<string, unknown>> },
): KeptAnswer {
  const next = currentStepOf(session);
  const { otp, code, signing, liveness } = answer;
  const sealed = code !== undefined && session.tenant.environment === 'sandbox' && outcome.vault.seal(code);
  return {
    status: 200,
    body: {
      sessionId: session.sessionId,
      status: outcome.status,
      currentStep: reference(acted),
      ...(next === undefined || next.stepId === acted.stepId ? {} : { nextStep: reference(next) }),
      ...(otp === undefined ? {} : { otp }),
      ...(signing === undefined ? {} : preparation(signing)),
      ...liveness,
      ...(sealed === false ? {} : { [SEALED_CODE]: sealed }),
      ...outcome.more,
    },
  };
}

/** A kept answer as it is sent. */
export async function openedAnswer(
  { body }: KeptAnswer,
  { vault, presigned }: { vault: Vault; presigned: PresignedUrls },
): Promise<Record<string, unknown>> {
  const { [SEALED_CODE]: sealed, [BASE_DOCUMENT]: baseDocumentId, ...rest } = body;
  return {
    ...rest,
    ...(typeof sealed === 'string' ? { sandbox: { otpCode: await vault.open(sealed) } } : {}),
    ...(typeof baseDocumentId === 'string' ? { baseUrl: await presigned.create(baseDocumentId) } : {}),
  };
}

/** The [wire] part of an answer, and how the quotas stand after an action that consumed any. */
export interface Advanced {
  readonly answer: KeptAnswer;
  readonly quota: QuotaStanding | undefined;
  /** As it was written. Absent where it ended: what that left is to be read. */
  readonly session?: Session;
}
