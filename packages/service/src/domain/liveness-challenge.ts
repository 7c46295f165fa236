import * as z from 'zod';
import type { Random } from './ids.ts';
import { sha256Text } from './sha256.ts';

/** Whether liveness needs a real face. `SIMULATED` needs no camera (service interface, "Environments"). */
export const BIOMETRIC_MODES = ['SIMULATED', 'LIVE'] as const;
export type BiometricMode = (typeof BIOMETRIC_MODES)[number];

/** The actions of a liveness challenge. Left and right are the signer's own. */
export const LIVENESS_ACTIONS = ['CENTER', 'TURN_LEFT', 'TURN_RIGHT', 'BLINK', 'SMILE'] as const;
export type LivenessAction = (typeof LIVENESS_ACTIONS)[number];

export const MAX_FRAMES = 8;
/** Maximum size of a JPEG frame in bytes (signer API, section 2). */
export const MAX_FRAME_BYTES = 512 * 1024;
/** Time from the start to the last action; generous, for signers who need longer than most. */
export const MAX_SECONDS = 120;
/** Extra time to upload frames after the last action, for slow networks. */
export const UPLOAD_SECONDS = 120;

/** One liveness attempt and its challenge. */
export interface LivenessAttempt {
  readonly livenessSessionId: string;
  readonly sessionId: string;
  readonly mode: BiometricMode;
  /** 128 random bits in hex, which the report must echo. */
  readonly nonce: string;
  readonly actions: readonly LivenessAction[];
  readonly startedAt: Date;
}

const ASKED_BESIDE_CENTER = 3;

/** A uniformly distributed integer below `limit` (at most 256). */
function randomBelow(limit: number, random: Random): number {
  const fair = 256 - (256 % limit);
  for (;;) {
    const [byte = 0] = random(1);
    if (byte < fair) return byte % limit;
  }
}

/** CENTER first, then three other random actions, so that no video can be prepared. */
export function randomActions(random: Random): LivenessAction[] {
  const pool = LIVENESS_ACTIONS.filter(action => action !== 'CENTER');
  const drawn: LivenessAction[] = [];
  while (drawn.length < ASKED_BESIDE_CENTER) drawn.push(...pool.splice(randomBelow(pool.length, random), 1));
  return ['CENTER', ...drawn];
}

/** Milliseconds since an arbitrary start, or an ISO time. */
const moment = z.union([
  z.number().min(0),
  z.iso.datetime({ offset: true }).transform(time => Date.parse(time)),
]);

/** Not `default`, by which generated clients take the member for required. */
const orEmpty = <T>(list: readonly T[] | undefined): readonly T[] => list ?? [];

/** The device's report of a liveness attempt (signer API, section 5). */
export const livenessReportSchema = z.object({
  nonce: z.string().max(200),
  frames: z
    .array(
      z.object({
        index: z.int().min(0),
        action: z.enum(LIVENESS_ACTIONS),
        capturedAt: moment,
        sha256: sha256Text('Must be 64 hex digits.'),
      }),
    )
    .max(MAX_FRAMES)
    .optional()
    .transform(orEmpty),
  metrics: z
    .object({
      durationMs: z.number().min(0).optional(),
      brightness: z.number().optional(),
      sharpness: z.number().optional(),
      faceAreaRatio: z.number().min(0).max(1).optional(),
      actions: z
        .array(z.object({ action: z.enum(LIVENESS_ACTIONS), startedAt: moment, passedAt: moment }))
        .max(MAX_FRAMES)
        .optional()
        .transform(orEmpty),
    })
    .optional(),
});
export type LivenessReport = z.output<typeof livenessReportSchema>;
