import { z } from 'zod';
import type { ChangesSince, ListRequest, ResponderRequest, SignatureReport } from '@sign-session/verify';
import { WARNING_CODES } from './document-warnings.ts';
import { PDF_REFUSALS } from './refusal.ts';

const pdfWarning = z.object({ code: z.enum(WARNING_CODES), page: z.number().optional() });

/** The inspection process's answer. Errors lose their class between processes, so a refusal is sent as data. */
const inspectionAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('accepted'),
    facts: z.object({ pages: z.number(), signed: z.boolean(), warnings: z.array(pdfWarning).readonly() }),
  }),
  z.object({
    outcome: z.literal('verified'),
    reports: z.custom<readonly SignatureReport[]>(value => Array.isArray(value)),
    /** What came after the first bytes, where that was asked. */
    changes: z.custom<ChangesSince>(value => typeof value === 'object' && value !== null).optional(),
  }),
  z.object({ outcome: z.literal('refused'), refusal: z.enum(PDF_REFUSALS), cause: z.string() }),
  // An error of the verifier, not of the file; described without its message, which may quote the file.
  z.object({ outcome: z.literal('failed'), name: z.string(), stack: z.string() }),
]);

/** The answer, and the processor time that it took. */
export const inspectionResult = z.object({ answer: inspectionAnswer, cpuMs: z.number() });
export type InspectionResult = z.infer<typeof inspectionResult>;
export type InspectionAnswer = z.infer<typeof inspectionAnswer>;

export interface InspectionQuestion {
  /** Whether to check if it can be signed, or to verify its signatures. */
  readonly task: 'examine' | 'verify';
  readonly bytes: Uint8Array;
  /** Whether it is to be signed with a certificate. Only for `examine`. */
  readonly forCertificate?: boolean | undefined;
  /** Of processor time. */
  readonly timeLimitMs: number;
  /** What to verify by: DER of the trusted roots, and the service's time. Only for `verify`. */
  readonly verification?: {
    readonly roots: readonly Uint8Array<ArrayBuffer>[];
    readonly now: Date;
    /** The length of an earlier revision: what came after it is asked, too. */
    readonly since?: number | undefined;
  };
}

/**
 * What the process asks the service for, because it opens no connections itself: a revocation list, or a responder's
 * answer.
 */
export type Lookup =
  | { readonly kind: 'list'; readonly request: ListRequest }
  | { readonly kind: 'responder'; readonly request: ResponderRequest };

/** A numbered lookup, from the process to the service. */
export interface LookupMessage {
  readonly lookup: Lookup;
  readonly id: number;
}

/** What the service found for the lookup with this number, to the process. */
export interface FoundMessage {
  readonly id: number;
  readonly found: unknown;
}
