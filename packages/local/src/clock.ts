/** The clock that testers move. */
import { DAY_MS, type Clock } from '../../service/src/domain/clock.ts';
import * as z from 'zod';
import type { Database, Queries } from '../../service/src/storage/database.ts';
import { readSetting, settleSetting, writeSetting } from '../../service/src/storage/settings.ts';

/** A clock that QA can move. Its offset is stored and survives restarts. */
export interface MovableClock extends Clock {
  /**
   * @param milliseconds may be negative
   * @throws ClockRangeError; the clock is unchanged then
   */
  moveBy(milliseconds: number): Promise<void>;
  /** @throws ClockRangeError; the clock is unchanged then */
  moveTo(time: Date): Promise<void>;
  /** Returns to the true time. */
  reset(): Promise<void>;
  /**
   * Reads the offset that another instance may have changed. Keeps the current one if the database is unreachable.
   */
  follow(): Promise<void>;
}

/**
 * How far the clock may be moved from the true time. Beyond this, the authority's certificates, valid from a year
 * before their creation and for some years, would make seals invalid.
 */
const EARLIEST_MS = -300 * DAY_MS;
const LATEST_MS = 4 * 365 * DAY_MS;

/** The time is outside the allowed range. */
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

/** @param base the clock to which the offset is added; the database stores it for all instances */
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
      // Ignore this result if a later query has already returned.
      if (kept === undefined || question < answered) return;
      offset = offsetOf(kept);
      answered = question;
    },
  };
}
