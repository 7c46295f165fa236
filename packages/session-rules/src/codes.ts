/** What becomes of an entry of a one-time code (signer API, section 4). Only the newest code of a session counts. */
import { failTry, passStep, withError } from './attempts.ts';
import { mostAttempts, type SessionStep } from './steps.ts';

/** Wrong entries that end a code. */
const ENTRIES_PER_CODE = 3;

/** How a code stands. */
export interface CodeStanding {
  readonly wrongEntries: number;
  /** By a right entry, too many wrong ones, or a newer code. */
  readonly isSpent: boolean;
  readonly isExpired: boolean;
}

/** Why an entry is not compared with the code; undefined if it is. */
export function entryProblem(code: CodeStanding | undefined): 'expired' | 'spent' | undefined {
  if (code === undefined || code.isExpired) return 'expired';
  return code.isSpent ? 'spent' : undefined;
}

/** The code after an entry. */
export function afterEntry(
  { wrongEntries }: Pick<CodeStanding, 'wrongEntries'>,
  isRight: boolean,
): Pick<CodeStanding, 'wrongEntries' | 'isSpent'> {
  if (isRight) return { wrongEntries, isSpent: true };
  return { wrongEntries: wrongEntries + 1, isSpent: wrongEntries + 1 >= ENTRIES_PER_CODE };
}

/** What an entry was: compared or not, and whether it took the code's last entry. */
export type EntryVerdict = 'right' | 'wrong' | 'used-up' | 'expired' | 'spent';

/** The step after an entry. A resend resets neither its attempts nor those of the signer. */
export function stepAfterEntry<S extends SessionStep>(step: S, verdict: EntryVerdict): S {
  switch (verdict) {
    case 'right':
      return passStep(step);
    case 'wrong':
      return failTry(step, 'wrong-code');
    case 'used-up':
      return failTry(step, 'code-exhausted');
    case 'expired':
      return withError(step, 'code-expired');
    case 'spent':
      return withError(step, 'code-exhausted');
  }
}

/** Entries that are left for a code: the step may have fewer than a new code. */
export function entriesLeft(
  { wrongEntries, isSpent }: Pick<CodeStanding, 'wrongEntries' | 'isSpent'>,
  { attempts }: Pick<SessionStep, 'attempts'>,
): number {
  if (isSpent) return 0;
  return Math.max(0, Math.min(ENTRIES_PER_CODE - wrongEntries, mostAttempts('OTP_VERIFY') - attempts));
}
