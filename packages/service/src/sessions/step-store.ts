import { STEP_ERRORS, STEP_STATUSES, STEP_TYPES } from '@sign-session/session-rules';
import * as z from 'zod';
import { jsonTime, nullable, rowSchema } from '../storage/row-schema.ts';
import type { Queries, SqlValue } from '../storage/database.ts';
import { PERFORMERS, type Step, stepResultSchema } from '../domain/step.ts';

/** A step as JSON, which is how the session query returns it. */
export const stepRow = rowSchema({
  stepId: z.string(),
  type: z.enum(STEP_TYPES),
  status: z.enum(STEP_STATUSES),
  position: z.number(),
  attempts: z.number(),
  maxAttempts: z.number(),
  error: nullable(z.enum(STEP_ERRORS)),
  errorDetail: nullable(z.string()),
  startedAt: nullable(jsonTime),
  completedAt: nullable(jsonTime),
  performedBy: nullable(z.enum(PERFORMERS)),
  result: nullable(stepResultSchema),
});

export function toStep({ position: order, ...step }: z.infer<typeof stepRow>): Step {
  return { ...step, order };
}

/** Steps as JSON for `jsonb_to_recordset` with {@link STEP_COLUMNS}. */
export function stepsAsJson(steps: readonly Step[]): string {
  return JSON.stringify(
    steps.map(step => ({
      step_id: step.stepId,
      type: step.type,
      status: step.status,
      position: step.order,
      attempts: step.attempts,
      max_attempts: step.maxAttempts,
      error: step.error,
      started_at: step.startedAt,
      completed_at: step.completedAt,
      result: step.result,
    })),
  );
}

export const STEP_COLUMNS = `(step_id text, type text, status text, position integer, attempts integer,
  max_attempts integer, error text, started_at timestamptz, completed_at timestamptz, result jsonb)`;

/** The columns of a step that can change, with their database types. */
const CHANGING = {
  step_id: 'text',
  status: 'text',
  attempts: 'integer',
  error: 'text',
  error_detail: 'text',
  started_at: 'timestamptz',
  completed_at: 'timestamptz',
  performed_by: 'text',
  result: 'jsonb',
} as const;

function changingValues(step: Step): SqlValue[] {
  const { stepId, status, attempts, error = null, errorDetail = null } = step;
  const { startedAt = null, completedAt = null, performedBy = null, result } = step;
  const asJson = result === undefined ? null : JSON.stringify(result);
  return [stepId, status, attempts, error, errorDetail, startedAt, completedAt, performedBy, asJson];
}

/**
 * Builds an update with one VALUES row per step. Every action runs it, and parsing JSON instead would take a
 * quarter of its time.
 * @param first number of the first parameter of the first step; the session's id is parameter 1
 * @param from a relation that must have a row for anything to be written
 */
function updateOf(steps: number, first: number, from = ''): string {
  const types = Object.values(CHANGING);
  const row = (index: number) => {
    const start = first + index * types.length;
    return `(${types.map((type, at) => `$${start + at}::${type}`).join(', ')})`;
  };
  const rows = Array.from({ length: steps }, (_, index) => row(index));
  return `UPDATE steps SET status = now.status, attempts = now.attempts, error = now.error,
      error_detail = now.error_detail, started_at = now.started_at, completed_at = now.completed_at,
      performed_by = now.performed_by, result = now.result
    FROM ${from} (VALUES ${rows.join(', ')}) AS now (${Object.keys(CHANGING).join(', ')})
    WHERE steps.session_id = $1 AND steps.step_id = now.step_id`;
}

/** Caches one statement per number of steps: databases recognise prepared statements by their text. */
function byCount(make: (steps: number) => string): (steps: number) => string {
  const made = new Map<number, string>();
  return steps => {
    const sql = made.get(steps) ?? make(steps);
    made.set(steps, sql);
    return sql;
  };
}

const updateText = byCount(steps => updateOf(steps, 2));

const advanceText = byCount(
  steps => `WITH held AS (
      UPDATE sessions SET version = version + 1 WHERE session_id = $1 AND version = $2 RETURNING 1
    ), written AS (${updateOf(steps, 3, 'held,')})
    SELECT 1 FROM held`,
);

/** The last version of each step, if one changed twice. */
function newestVersions(steps: readonly Step[]): Step[] {
  return [...new Map(steps.map(step => [step.stepId, step])).values()];
}

/** Updates steps of a session that is locked and about to end. */
export async function updateSteps(
  queries: Queries,
  sessionId: string,
  steps: readonly Step[],
): Promise<void> {
  const latest = newestVersions(steps);
  if (latest.length === 0) return;
  await queries.query(updateText(latest.length), [sessionId, ...latest.flatMap(changingValues)]);
}

/**
 * Updates at least one step of a session that continues. Raises the session's version in the same statement, so
 * that everyone who read it before notices the change.
 * @returns false when the version no longer matched; nothing is written then
 */
export async function advanceSteps(
  queries: Queries,
  { sessionId, version }: { readonly sessionId: string; readonly version: number },
  steps: readonly Step[],
): Promise<boolean> {
  const latest = newestVersions(steps);
  const values = [sessionId, version, ...latest.flatMap(changingValues)];
  const held = await queries.query(advanceText(latest.length), values);
  return held.length > 0;
}
