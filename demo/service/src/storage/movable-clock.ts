import type { Clock } from '../domain/clock.ts';
import * as z from 'zod';
import type { Database, Queries } from './database.ts';
import { readSetting, settleSetting, writeSetting } from './settings.ts';

/** A clock that QA can move; where it stands outlives the process. */
export interface MovableClock extends Clock {
  /**
   * @param milliseconds may be negative
   * @throws ClockRangeError, and the clock stays where it was
   */
  moveBy(milliseconds: number): Promise<void>;
  /** @throws ClockRangeError, and the clock stays where it was */
  moveTo(time: Date): Promise<void>;
  /** Back to the true time. */
  reset(): Promise<void>;
  /** Takes over where another instance has moved it to. Where the database can't be asked, it goes on as it was. */
  follow(): Promise<void>;
}

const DAY_MS = 24 * 3_600_000;

/**
 * How far the clock may be moved from the true time. The authority's certificates begin a year before they are
 * made and hold for years: beyond these, seals would be invalid by their own date.
 */
const EARLIEST_MS = -300 * DAY_MS;
const LATEST_MS = 4 * 365 * DAY_MS;

/** The clock cannot stand there. */
export class ClockRangeError extends Error {
  override readonly name = 'ClockRangeError';
}

const SETTING = 'clock';
const settingSchema = z.object({ offset: z.number() });

const offsetOf = (value: unknown): number => settingSchema.safeParse(value).data?.offset ?? 0;

/** @throws ClockRangeError */
async function moveOffset(queries: Queries, next: (offset: number) => number): Promise<number> {
  await settleSetting(queries, SETTING, { offset: 0 });
  const [row] = await queries.query('SELECT value FROM settings WHERE name = $1 FOR UPDATE', [SETTING]);
  const offset = next(offsetOf(row?.['value']));
  if (offset < EARLIEST_MS || offset > LATEST_MS) {
    throw new ClockRangeError('The clock moves at most 300 days back and 4 years ahead of the true time.');
  }
  await writeSetting(queries, SETTING, { offset });
  return offset;
}

/** @param base the time that the offset, kept in the database for all instances, is added to */
export async function openMovableClock(database: Database, base: Clock): Promise<MovableClock> {
  let offset = offsetOf(await readSetting(database, SETTING));
  let asked = 0;
  let answered = 0;
  const move = async (next: (offset: number) => number) => {
    offset = await database.transaction(queries => moveOffset(queries, next));
    answered = ++asked;
  };
  return {
    now: () => new Date(base.now().getTime() + offset),
    moveBy: milliseconds => move(kept => kept + milliseconds),
    moveTo: time => move(() => time.getTime() - base.now().getTime()),
    reset: () => move(() => 0),
    async follow() {
      if (database.kind === 'embedded') return;
      const question = ++asked;
      const kept = await readSetting(database, SETTING).catch(() => undefined);
      // An answer that a later one has overtaken is old.
      if (kept === undefined || question < answered) return;
      offset = offsetOf(kept);
      answered = question;
    },
  };
}
