import { findNeutralFrame } from '../biometrics/liveness-store.ts';
import {
  ProviderUnavailableError,
  type DocumentPhotoMatcher,
  type Similarity,
} from '../biometrics/providers.ts';
import { readPhoto } from '../biometrics/photo.ts';
import { Problem } from '../domain/problem.ts';
import type { Vault } from '../keys/vault.ts';
import type { Database } from '../storage/database.ts';
import type { AdvanceRequest } from './advance-request.ts';
import { changedMeanwhile, outOfOrder } from '../domain/session-state.ts';
import {
  passed,
  type StepKind,
  type StepLook,
  type StepOutcome,
  type StepVisit,
  type TakeStep,
} from './step-kind.ts';

type Submission = Extract<AdvanceRequest, { action: 'submit_document_photo' }>;

const PATIENCE_MS = 10_000;

export interface DocumentPhotoParts {
  readonly matcher: DocumentPhotoMatcher;
  readonly vault: Vault;
  readonly database: Database;
}

/** Compares the face in a photo of an identity document with the signer's. The photo is not stored. */
export function documentPhotoMatch({ matcher, vault, database }: DocumentPhotoParts): StepKind {
  async function before({ session }: StepLook, request: AdvanceRequest): Promise<TakeStep> {
    if (request.action !== 'submit_document_photo') throw outOfOrder('DOCUMENT_PHOTO_MATCH');
    const { name, cpf, birthDate } = session.request.signer;
    const photo = readPhoto(request.documentImage, '/documentImage');
    const sealed = await findNeutralFrame(database, session.sessionId);
    const face = sealed === undefined ? undefined : Buffer.from(await vault.open(sealed), 'base64');
    const found = await asked(signal =>
      matcher.match({ name, cpf, birthDate, face }, photo, request.documentType, signal),
    );
    return async visit => outcomeOf(visit, request, found);
  }

  return {
    type: 'DOCUMENT_PHOTO_MATCH',
    maxAttempts: 3,
    actions: ['submit_document_photo'],
    before,
    async take() {
      throw changedMeanwhile();
    },
  };
}

function outcomeOf({ step, at }: StepVisit, request: Submission, found: Similarity): StepOutcome {
  const { documentType, geolocation } = request;
  if (found.similarity >= found.threshold) {
    return { step: passed(step, at, { documentPhotoMatch: { documentType, ...found }, geolocation }) };
  }
  const attempts = step.attempts + 1;
  if (attempts < step.maxAttempts) return { step: { ...step, attempts, error: 'photo-mismatch' } };
  return { step: { ...step, attempts, status: 'FAILED', error: 'attempts-exhausted' } };
}

/** @throws Problem `service-unavailable` when the provider does not answer; no attempt is counted */
async function asked<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await ask(signal);
  } catch (cause) {
    if (!signal.aborted && !(cause instanceof ProviderUnavailableError)) throw cause;
    throw new Problem('service-unavailable', 'The photo cannot be compared at the moment. Send it again.', {
      headers: { 'Retry-After': '5' },
      cause,
    });
  }
}
