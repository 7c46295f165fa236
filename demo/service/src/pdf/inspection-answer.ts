import { z } from 'zod';
import { CHANGE_LEVELS } from '@sign-session/verify';
import { WARNING_CODES } from './document-warnings.ts';
import { PDF_REFUSALS } from './refusal.ts';

export const pdfWarning = z.object({ code: z.enum(WARNING_CODES), page: z.number().optional() });

/** The inspection process's answer. Errors lose their class between processes, so a refusal is sent as data. */
export const inspectionAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('accepted'),
    facts: z.object({ pages: z.number(), signed: z.boolean(), warnings: z.array(pdfWarning).readonly() }),
  }),
  z.object({
    outcome: z.literal('located'),
    signatures: z.array(
      z.object({
        fieldName: z.string(),
        type: z.enum(['approval', 'certification', 'timestamp']),
        filter: z.string().optional(),
        subFilter: z.string().optional(),
        statedAt: z.date().optional(),
        byteRange: z.array(z.number().or(z.nan())).readonly(),
        laterChanges: z.object({
          level: z.enum([...CHANGE_LEVELS, 'unknown']),
          permitted: z.boolean(),
          filled: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })).readonly(),
          covered: z.array(z.number()).readonly(),
        }),
        contents: z.custom<Uint8Array<ArrayBuffer>>(value => value instanceof Uint8Array),
      }),
    ),
  }),
  z.object({ outcome: z.literal('refused'), refusal: z.enum(PDF_REFUSALS), cause: z.string() }),
]);

/** The answer, and the processor time that it took. */
export const inspectionResult = z.object({ answer: inspectionAnswer, cpuMs: z.number() });
export type InspectionResult = z.infer<typeof inspectionResult>;
export type InspectionAnswer = z.infer<typeof inspectionAnswer>;

export interface InspectionQuestion {
  /** Whether to check if it can be signed, or to find its signatures. */
  task: 'examine' | 'locate';
  bytes: Uint8Array;
  timeLimitMs: number;
}
