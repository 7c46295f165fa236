import { Problem } from '../domain/problem.ts';
import type { Queries } from '../storage/database.ts';

/**
 * What to answer about evidence that was erased: a document that somebody has is as valid as before.
 * @returns undefined for evidence that never was, or of the sandbox
 */
export async function goneEvidence(queries: Queries, evidenceId: string): Promise<Problem | undefined> {
  const [row] = await queries.query<{ erased_at: Date }>(
    'SELECT erased_at FROM erased_sessions WHERE evidence @> $1::jsonb',
    [JSON.stringify([{ evidenceId }])],
  );
  if (row === undefined) return undefined;
  const day = row.erased_at.toISOString().slice(0, 10);
  const detail = `The evidence was erased on ${day}. Signed documents stay valid: verify the file itself.`;
  return new Problem('gone', detail);
}
