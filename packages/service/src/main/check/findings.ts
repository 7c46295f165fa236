/** What the check of an installation finds, and how it is told. */
import type { Database } from '../../storage/database.ts';
import type { RunSettings } from '../run-settings.ts';
import { describeStartError } from '../start-errors.ts';

/** `missing`: nothing is set, and what needs it is not offered. `danger`: it does not work, or loses or betrays something. */
type Level = 'ok' | 'missing' | 'danger';

export interface Finding {
  readonly level: Level;
  /** What it is about: `Database`. */
  readonly part: string;
  /** What is so, and what to do about it. */
  readonly text: string;
}

export type Found = Omit<Finding, 'part'>;

export const ok = (text: string): Found => ({ level: 'ok', text });
export const missing = (text: string): Found => ({ level: 'missing', text });
export const danger = (text: string): Found => ({ level: 'danger', text });

/** Of one part. The database comes first, and what asks it after it: the two together take no longer than 30 s. */
export const LIMIT_MS = 12_000;

/** An error's own words, with those of what caused it, and its code. */
export function describe(error: unknown, settings: RunSettings): string {
  const own = describeStartError(error, settings).replace(/\.$/, '');
  const cause = error instanceof Error && error.cause instanceof Error ? describe(error.cause, settings) : '';
  const text = cause === '' || own.includes(cause) ? own : `${own}: ${cause}`;
  const code = codeOf(error);
  return code === '' || text.includes(code) ? text : `${text} (${code})`;
}

/** The system's or protocol's code, also of what caused the error. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return error.errors.map(codeOf).find(code => code !== '') ?? '';
  return codeOf(error.cause);
}

/** What the database says of itself, and what others ask it. */
export interface InspectedDatabase {
  readonly queries: Database;
  readonly hasSchema: boolean;
  /** By which its bucket names it; undefined before its first start. */
  readonly id: string | undefined;
}
