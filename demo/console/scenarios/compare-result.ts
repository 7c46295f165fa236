import type { Delivery, Message } from '../http/service-types.ts';
import type { Activity, EventActivity } from '../log/activity-log.ts';
import type { ServiceState } from '../service-watch.ts';
import { describeExpectation } from './describe-expectation.ts';
import type { Expectation } from './scenario.ts';

/** What was observed since a scenario was started. */
export interface Observed {
  /** The created sessions in order; none if the service refused. */
  readonly sessionIds: readonly string[];
  readonly refusal: { readonly status: number; readonly words: string } | undefined;
  readonly activities: readonly Activity[];
  readonly state: ServiceState | undefined;
  readonly messages: readonly Message[];
  readonly deliveries: readonly Delivery[];
}

/** `open`: not yet. `met`, for what must not happen: not until now. `broken`: not any more. */
export type Finding = 'open' | 'met' | 'broken';

export interface ScenarioResult {
  readonly finding: Finding;
  /** Whether the session has ended, so that the result can no longer change. */
  readonly isFinal: boolean;
  /** One for each expectation, in order. */
  readonly details: readonly { readonly text: string; readonly finding: Finding }[];
}

const ENDINGS: readonly string[] = ['sign-completed', 'sign-declined', 'sign-expired', 'sign-failed'];

const events = ({ activities }: Observed): readonly EventActivity[] =>
  activities.filter(activity => activity.kind === 'event');

/** `met` once it is so; else `broken` where it cannot become so any more. */
const once = (isSo: boolean, isTooLate: boolean): Finding => (isSo ? 'met' : isTooLate ? 'broken' : 'open');

function statusOf({ sessionIds, state }: Observed): string | undefined {
  return state?.envelopeStatus ?? state?.statuses.get(sessionIds[0] ?? '');
}

/** Whether the session has ended, according to the service or the widget. */
function hasEnded(observed: Observed): boolean {
  const status = statusOf(observed);
  if (status !== undefined && observed.sessionIds.length > 1) return status !== 'ACTIVE';
  return (status ?? 'ACTIVE') !== 'ACTIVE' || events(observed).some(({ name }) => ENDINGS.includes(name));
}

function compareOne(expectation: Expectation, observed: Observed): Finding {
  const { refusal, sessionIds, activities } = observed;
  const wasRefused = refusal !== undefined;
  switch (expectation.kind) {
    case 'event': {
      const { name, detail = '' } = expectation;
      const isSeen = events(observed).some(event => event.name === name && event.detail.includes(detail));
      const isOther =
        ENDINGS.includes(name) &&
        sessionIds.length === 1 &&
        events(observed).some(event => ENDINGS.includes(event.name));
      return once(isSeen, wasRefused || isOther);
    }
    case 'noEvent':
      return events(observed).some(({ name }) => name === expectation.name) ? 'broken' : 'met';
    case 'status': {
      const status = statusOf(observed);
      return once(status === expectation.is, wasRefused || (status ?? 'ACTIVE') !== 'ACTIVE');
    }
    case 'stepError': {
      const told = activities.flatMap(activity =>
        activity.kind === 'request' ? (activity.stepErrors ?? []) : [],
      );
      const all = [...told, ...(observed.state?.stepErrors ?? [])];
      return once(all.includes(expectation.error), wasRefused || hasEnded(observed));
    }
    case 'action': {
      const sent = activities.filter(
        activity =>
          activity.kind === 'request' && activity.by === 'widget' && activity.action === expectation.name,
      );
      return once(sent.length === expectation.times, wasRefused || sent.length > expectation.times);
    }
    case 'refusal': {
      const { status, words = '' } = expectation;
      return once(
        refusal?.status === status && refusal.words.includes(words),
        wasRefused || sessionIds.length > 0,
      );
    }
    case 'message':
      return once(
        observed.messages.some(({ channel }) => channel === expectation.channel),
        wasRefused,
      );
    case 'delivery':
      return once(
        observed.deliveries.some(({ tries }) => tries[0]?.httpStatus === expectation.httpStatus),
        wasRefused,
      );
  }
}

/** An expectation that something does not happen; it is met from the start, so it does not count alone. */
const isGuard = (expectation: Expectation): boolean =>
  expectation.kind === 'noEvent' ||
  (expectation.kind === 'status' && expectation.is === 'ACTIVE') ||
  (expectation.kind === 'action' && expectation.times === 0);

/** Compares the expected result with what was observed. */
export function compareResult(expected: readonly Expectation[], observed: Observed): ScenarioResult {
  const details = expected.map(expectation => ({
    text: describeExpectation(expectation),
    finding: compareOne(expectation, observed),
    isGuard: isGuard(expectation),
  }));
  const isBroken = details.some(({ finding }) => finding === 'broken');
  const isMet = details.every(({ finding }) => finding === 'met') && details.some(detail => !detail.isGuard);
  return {
    finding: isBroken ? 'broken' : isMet ? 'met' : 'open',
    isFinal: observed.refusal !== undefined || hasEnded(observed),
    details: details.map(({ text, finding }) => ({ text, finding })),
  };
}
