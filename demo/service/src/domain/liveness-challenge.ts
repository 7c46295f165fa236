import * as z from 'zod';
import type { Random } from './identifiers/random-ids.ts';

/** Whether a real face is asked for. `SIMULATED` needs no camera (service interface, "Environments"). */
export const BIOMETRIC_MODES = ['SIMULATED', 'LIVE'] as const;
export type BiometricMode = (typeof BIOMETRIC_MODES)[number];

/** What a signer can be asked to do; left and right are their own. */
export const LIVENESS_ACTIONS = ['CENTER', 'TURN_LEFT', 'TURN_RIGHT', 'BLINK', 'SMILE'] as const;
export type LivenessAction = (typeof LIVENESS_ACTIONS)[number];

export const MAX_FRAMES = 8;
/** Bytes of one JPEG (signer API, section 2). */
export const MAX_FRAME_BYTES = 512 * 1024;
/** From the start to the last action. Somebody who needs longer than most has it. */
export const MAX_SECONDS = 120;
/** Frames may come a while after the last action: networks are slow. */
export const UPLOAD_SECONDS = 120;

/** What the service asked of the signer in one attempt. */
export interface LivenessAttempt {
  readonly livenessSessionId: string;
  readonly sessionId: string;
  readonly mode: BiometricMode;
  /** 128 random bits in hex, which the answer must echo. */
  readonly nonce: string;
  readonly actions: readonly LivenessAction[];
  readonly startedAt: Date;
}

const ASKED_BESIDE_CENTER = 3;

/** A whole number below `limit` (at most 256), each as likely as the others. */
function randomBelow(limit: number, random: Random): number {
  const fair = 256 - (256 % limit);
  for (;;) {
    const [byte = 0] = random(1);
    if (byte < fair) return byte % limit;
  }
}

/** The centre first, then three other actions by chance: nobody can prepare a film of them. */
export function randomActions(random: Random): LivenessAction[] {
  const pool = LIVENESS_ACTIONS.filter(action => action !== 'CENTER');
  const drawn: LivenessAction[] = [];
  while (drawn.length < ASKED_BESIDE_CENTER) drawn.push(...pool.splice(randomBelow(pool.length, random), 1));
  return ['CENTER', ...drawn];
}

/** Milliseconds since whenever the device counts from, or a time with its date. */
const moment = z.union([
  z.number().min(0),
  z.iso.datetime({ offset: true }).transform(time => Date.parse(time)),
]);

/** What a device says of the attempt that it ran (signer API, section 5). */
export const livenessReportSchema = z.object({
  nonce: z.string().max(200),
  frames: z
    .array(
      z.object({
        index: z.int().min(0),
        action: z.enum(LIVENESS_ACTIONS),
        capturedAt: moment,
        sha256: z
          .string()
          .regex(/^([sS][hH][aA]256[:-])?[0-9a-fA-F]{64}$/, 'Must be 64 hex digits.')
          .transform(hash => hash.slice(-64).toLowerCase()),
      }),
    )
    .max(MAX_FRAMES)
    .default([]),
  metrics: z
    .object({
      durationMs: z.number().min(0).optional(),
      brightness: z.number().optional(),
      sharpness: z.number().optional(),
      faceAreaRatio: z.number().min(0).max(1).optional(),
      actions: z
        .array(z.object({ action: z.enum(LIVENESS_ACTIONS), startedAt: moment, passedAt: moment }))
        .max(MAX_FRAMES)
        .default([]),
    })
    .optional(),
});
export type LivenessReport = z.output<typeof livenessReportSchema>;
