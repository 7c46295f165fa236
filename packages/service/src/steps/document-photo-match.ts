import { failTry } from '@sign-session/session-rules';
import { findNeutralFrame } from '../biometrics/liveness-store.ts';
import { requireAnswer } from '../biometrics/ask-provider.ts';
import type { DocumentPhotoMatcher, Similarity } from '../biometrics/providers.ts';
import { readPhoto } from '../biometrics/photo.ts';
import type { FieldCipher } from '../keys/field-cipher.ts';
import type { Database } from '../storage/database.ts';
import type { AdvanceRequest } from './advance-request.ts';
import { changedMeanwhile, outOfOrder } from '../domain/session-state.ts';
import {
  passed,
  type StepKind,
  type StepSnapshot,
  type StepOutcome,
  type StepContext,
  type ApplyStep,
} from './step-kind.ts';

type Submission = Extract<AdvanceRequest, { action: 'submit_document_photo' }>;

export interface DocumentPhotoParts {
  readonly matcher: DocumentPhotoMatcher;
  readonly fieldCipher: FieldCipher;
  readonly database: Database;
}

/** Compares the face in a photo of an identity document with the signer's. The photo is not stored. */
export function documentPhotoMatch({ matcher, fieldCipher, database }: DocumentPhotoParts): StepKind {
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
    return async stepContext => outcomeOf(stepContext, request, found);
  }

  return {
    type: 'DOCUMENT_PHOTO_MATCH',
    prepare,
    async apply() {
      throw changedMeanwhile();
    },
  };
}

function outcomeOf({ step, at }: StepContext, request: Submission, found: Similarity): StepOutcome {
  const { documentType, geolocation } = request;
  if (found.similarity >= found.threshold) {
    return { step: passed(step, at, { documentPhotoMatch: { documentType, ...found }, geolocation }) };
  }
  return { step: failTry(step, 'photo-mismatch') };
}
