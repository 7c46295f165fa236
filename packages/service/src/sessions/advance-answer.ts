import type { SessionStatus } from '@sign-session/session-rules';
import { z } from 'zod';
import type { QuotaStanding } from '../quotas/monthly-quotas.ts';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import type { StoredResponse } from '../http/idempotency.ts';
import type { FieldCipher } from '../keys/key-ring.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import type { Step } from '../domain/step.ts';
import type { Progress } from '../steps/progress.ts';
import type { AnswerParts } from '../steps/step-kind.ts';

/** The stored response holds the encrypted one-time code under this key. */
const SEALED_CODE = 'sealedCode';

/** The same for the address that opens a provider's page. */
const SEALED_ADDRESS = 'sealedAuthorizationUrl';

/**
 * The stored response holds the document's id under this key; the response sent holds a presigned URL, which
 * expires.
 */
const BASE_DOCUMENT = 'baseDocumentId';

/** The same for the ids of the document and the session of a file for the gov.br portal. */
const PORTAL_FILE = 'portalFile';

function reference({ stepId, type, status }: Step): Record<string, string> {
  return { stepId, type, status };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function toPem(der: Uint8Array): string {
  return `-----BEGIN CERTIFICATE-----\n${toBase64(der)}\n-----END CERTIFICATE-----\n`;
}

/** The data to sign and what proves which document it belongs to (signer API, section 4). */
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

/** What comes behind the document in the file for the portal, and the file itself. */
function portalFile({ sessionId, document }: Session, appended: Uint8Array): Record<string, unknown> {
  const file = document && { documentId: document.documentId, sessionId };
  return { appended: toBase64(appended), [PORTAL_FILE]: file };
}

const portalFileSchema = z.object({ documentId: z.string(), sessionId: z.string() });

/**
 * The [wire] part of a response, in the form that is stored. A one-time code is stored encrypted, and only in the
 * sandbox.
 */
export function answerTo(
  { session, acted, answer }: Progress,
  outcome: { status: SessionStatus; fieldCipher: FieldCipher; more?: Readonly<Record<string, unknown>> },
): StoredResponse {
  const next = currentStepOf(session);
  const { otp, code, signing, appended, chain, liveness, authorizationUrl: address } = answer;
  const sealed =
    code !== undefined && session.tenant.environment === 'sandbox' && outcome.fieldCipher.seal(code);
  return {
    status: 200,
    body: {
      sessionId: session.sessionId,
      status: outcome.status,
      currentStep: reference(acted),
      ...(next === undefined || next.stepId === acted.stepId ? {} : { nextStep: reference(next) }),
      ...(otp === undefined ? {} : { otp }),
      ...(signing === undefined ? {} : preparation(signing)),
      ...(appended === undefined ? {} : portalFile(session, appended)),
      ...(chain === undefined ? {} : { certificateChainPems: chain.map(toPem) }),
      ...(address === undefined ? {} : { [SEALED_ADDRESS]: outcome.fieldCipher.seal(address) }),
      ...liveness,
      ...(sealed === false ? {} : { [SEALED_CODE]: sealed }),
      ...outcome.more,
    },
  };
}

/** The response body to send, made from a stored response. */
export async function openedAnswer(
  { body }: StoredResponse,
  { fieldCipher, presigned }: { fieldCipher: FieldCipher; presigned: PresignedUrls },
): Promise<Record<string, unknown>> {
  const {
    [SEALED_CODE]: sealed,
    [SEALED_ADDRESS]: address,
    [BASE_DOCUMENT]: baseDocumentId,
    ...others
  } = body;
  const { [PORTAL_FILE]: portal, ...rest } = others;
  const file = portalFileSchema.safeParse(portal).data;
  return {
    ...rest,
    ...(typeof sealed === 'string' ? { sandbox: { otpCode: await fieldCipher.open(sealed) } } : {}),
    ...(typeof address === 'string' ? { authorizationUrl: await fieldCipher.open(address) } : {}),
    ...(typeof baseDocumentId === 'string' ? { baseUrl: await presigned.create(baseDocumentId) } : {}),
    ...(file && { downloadUrl: await presigned.createForPortal(file.documentId, file.sessionId) }),
  };
}

/** The [wire] part of a response, and the remaining quota if the action consumed any. */
export interface AdvanceResult {
  readonly answer: StoredResponse;
  readonly quota: QuotaStanding | undefined;
  /** The session as written. Absent where more of it changed than the action tells; read it again in that case. */
  readonly session?: Session;
}
