import * as z from 'zod';
import { PHOTO_DOCUMENT_TYPES, stepResultSchema, type StepResult } from './step.ts';

/** What {@link describeResult} returns. */
export const describedResult = stepResultSchema
  .extend({
    matchScore: z.number().optional().describe('From 0 to 1'),
    livenessScore: z.number().optional().describe('From 0 to 1'),
    provider: z.string().optional(),
    documentType: z.enum(PHOTO_DOCUMENT_TYPES).optional(),
    documentValid: z.boolean().optional(),
  })
  .meta({ id: 'StepResult', description: 'What a completed step left, as the evidence says it.' });

/** Of an acceptance whose client named no version: clients read the member without asking whether it is there. */
const UNNAMED_TEXT_VERSION = 'unspecified';

/**
 * A step's result under both sets of names: those of signer API, section 7, and the interface's own names for
 * biometric and identity checks (service interface, "Evidence pack"). Scores are from 0 to 1.
 */
export function describeResult(result: StepResult): z.output<typeof describedResult> {
  const { click, liveness, match, serproIdentity: identity, documentPhotoMatch: photo } = result;
  const scores = {
    matchScore: match?.similarity ?? identity?.biometricConfidence ?? photo?.similarity,
    livenessScore: liveness?.confidence,
    provider: liveness?.provider ?? match?.provider ?? identity?.provider ?? photo?.provider,
    documentType: photo?.documentType,
    documentValid: photo && photo.similarity >= photo.threshold,
  };
  return {
    ...result,
    ...(click && { click: { ...click, textVersion: click.textVersion ?? UNNAMED_TEXT_VERSION } }),
    ...Object.fromEntries(Object.entries(scores).filter(([, value]) => value !== undefined)),
  };
}
