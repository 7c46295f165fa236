import { z } from 'zod';
import { PDF_REFUSALS } from './refusal.ts';

/** What the inspecting process answers. Errors lose their class between processes, so a refusal travels as data. */
export const inspectionAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('accepted'),
    facts: z.object({ pages: z.number(), signed: z.boolean() }),
  }),
  z.object({ outcome: z.literal('refused'), refusal: z.enum(PDF_REFUSALS), cause: z.string() }),
]);

export type InspectionAnswer = z.infer<typeof inspectionAnswer>;

export interface InspectionQuestion {
  bytes: Uint8Array;
  timeLimitMs: number;
}
