/** The steps before the camera: liveness, and the photo of a document. */
import { failTry, MOST_LIVENESS_STARTS } from '@sign-session/session-rules';
import {
  checkLiveness,
  closeAttempt,
  countStarts,
  findAttempt,
  findNeutralFrame,
  listFrames,
  putAttempt,
} from '../biometrics/liveness-attempts.ts';
import { readPhoto } from '../biometrics/photo.ts';
import { type DocumentPhotoMatcher, requireAnswer } from '../biometrics/providers.ts';
import type { Core } from '../core/core.ts';
import { randomId } from '../domain/ids.ts';
import {
  type LivenessAttempt,
  MAX_FRAME_BYTES,
  MAX_FRAMES,
  MAX_SECONDS,
  randomActions,
} from '../domain/liveness-challenge.ts';
import { Problem } from '../domain/problem.ts';
import { changedMeanwhile, outOfOrder } from '../domain/session-state.ts';
import { hashOf } from '../domain/sha256.ts';
import type { StepResult } from '../domain/step.ts';
import type { Queries } from '../storage/database.ts';
import type { AdvanceRequest } from './advance-request.ts';
import {
  type ApplyStep,
  passed,
  type StepContext,
  type StepKind,
  type StepOutcome,
  type StepSnapshot,
} from './step-kind.ts';

type Completion = Extract<AdvanceRequest, { action: 'complete_liveness' }>;

/** Liveness check: the signer performs random actions before the camera. */
export function biometricLiveness({ random, links }: Core): StepKind {
  function start(
    { session, step, at }: StepContext,
    { hasCamera, isFirst }: { readonly hasCamera: boolean; readonly isFirst: boolean },
  ): StepOutcome {
    const { biometrics } = session.tenant;
    if (biometrics === undefined) throw new Error('This tenant has no biometrics.');
    const attempt: LivenessAttempt = {
      livenessSessionId: randomId('liv', random),
      sessionId: session.sessionId,
      mode: biometrics,
      nonce: Buffer.from(random(16)).toString('hex'),
      actions: randomActions(random),
      startedAt: at,
    };
    const { livenessSessionId, mode, nonce, actions } = attempt;
    const limits = { maxFrames: MAX_FRAMES, maxFrameBytes: MAX_FRAME_BYTES, maxSeconds: MAX_SECONDS };
    const uploadUrlTemplate = links.livenessFrames(session.sessionId, livenessSessionId);
    return {
      step: { ...step, status: 'STARTED' },
      // One unit a session (service interface, "Quota rules", 1): whoever has the link can't use up the tenant's month.
      quotas: isFirst ? ['monthlyBiometric'] : [],
      answer: {
        liveness: {
          livenessSessionId,
          liveness: { mode, nonce, actions, ...limits, uploadUrlTemplate },
          // Without a camera, the signer can continue on another device.
          ...(hasCamera || mode === 'SIMULATED' ? {} : { hostedUrl: links.hostedUrl(session.sessionId) }),
        },
      },
      settle: queries => putAttempt(queries, attempt),
    };
  }

  return {
    type: 'BIOMETRIC_LIVENESS',
    async apply(stepContext, request) {
      if (request.action === 'start_liveness') {
        const starts = await requireStart(stepContext);
        return start(stepContext, {
          hasCamera: request.capabilities?.camera !== false,
          isFirst: starts === 0,
        });
      }
      if (request.action === 'complete_liveness') return complete(stepContext, request);
      throw outOfOrder('BIOMETRIC_LIVENESS');
    },
  };
}

async function complete(
  { queries, session, step, at }: StepContext,
  request: Completion,
): Promise<StepOutcome> {
  const attempt = await findAttempt(queries, session.sessionId, 'alone');
  if (attempt === undefined || attempt.livenessSessionId !== request.livenessSessionId) {
    throw new Problem('conflict', 'There is no such attempt to complete. Start another one.');
  }
  const frames = await listFrames(queries, session.sessionId);
  const verdict = checkLiveness(attempt, request.liveness, frames, at);
  const settle = (writing: Queries) => closeAttempt(writing, session.sessionId);
  if (verdict.passed) {
    const { geolocation } = request;
    return { step: passed(step, at, { ...verdict.result, geolocation }), settle };
  }
  return { step: failTry(step, 'liveness-failed'), settle };
}

/**
 * @returns how often the session has started the camera before
 * @throws Problem `attempts-exhausted` for a session that has started the camera too often
 */
async function requireStart({ queries, session }: StepContext): Promise<number> {
  const starts = await countStarts(queries, session.sessionId);
  if (starts < MOST_LIVENESS_STARTS) return starts;
  throw new Problem('attempts-exhausted', 'This session has started the camera too often.');
}

type Submission = Extract<AdvanceRequest, { action: 'submit_document_photo' }>;

/** Compares the face in a photo of an identity document with the signer's. The photo is not stored. */
export function documentPhotoMatch({ database, fieldCipher }: Core, matcher: DocumentPhotoMatcher): StepKind {
  async function prepare({ session }: StepSnapshot, request: AdvanceRequest): Promise<ApplyStep> {
    if (request.action !== 'submit_document_photo') throw outOfOrder('DOCUMENT_PHOTO_MATCH');
    const { name, cpf, birthDate } = session.request.signer;
    const photo = readPhoto(request.documentImage, '/documentImage');
    const sealed = await findNeutralFrame(database, session.sessionId);
    const face = sealed === undefined ? undefined : Buffer.from(await fieldCipher.open(sealed), 'base64');
    const found = await requireAnswer(
      signal => matcher.match({ name, cpf, birthDate, face }, photo, request.documentType, signal),
      'The photo cannot be compared at the moment. Send it again.',
    );
    const { faceConfidence: faceExtractionConfidence = 1, ...comparison } = found;
    const compared = { ...comparison, extractedFaceHash: hashOf(photo), faceExtractionConfidence };
    return async stepContext => outcomeOf(stepContext, request, compared);
  }

  return {
    type: 'DOCUMENT_PHOTO_MATCH',
    prepare,
    async apply() {
      throw changedMeanwhile();
    },
  };
}

function outcomeOf(
  { step, at }: StepContext,
  request: Submission,
  found: Omit<NonNullable<StepResult['documentPhotoMatch']>, 'documentType'>,
): StepOutcome {
  const { documentType, geolocation } = request;
  if (found.similarity >= found.threshold) {
    return { step: passed(step, at, { documentPhotoMatch: { documentType, ...found }, geolocation }) };
  }
  return { step: failTry(step, 'photo-mismatch') };
}
