import type { Clock } from '../domain/clock.ts';
import * as z from 'zod';
import type { Database } from './database.ts';
import { readSetting, writeSetting } from './settings.ts';

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

/** @param base the time that the offset, kept in the database, is added to */
export async function openMovableClock(database: Database, base: Clock): Promise<MovableClock> {
  const kept = settingSchema.safeParse(await readSetting(database, SETTING));
  let offset = kept.success ? kept.data.offset : 0;
  const keep = async (next: number) => {
    if (next < EARLIEST_MS || next > LATEST_MS) {
      throw new ClockRangeError('The clock moves at most 300 days back and 4 years ahead of the true time.');
    }
    await writeSetting(database, SETTING, { offset: next });
    offset = next;
  };
  return {
    now: () => new Date(base.now().getTime() + offset),
    moveBy: milliseconds => keep(offset + milliseconds),
    moveTo: time => keep(time.getTime() - base.now().getTime()),
    reset: () => keep(0),
  };
}
