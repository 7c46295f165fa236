import { stateName } from '../friendly-names.ts';
import type { Delivery, Message } from '../http/service-types.ts';
import type { Activity, EventActivity } from '../log/activity-log.ts';
import type { ServiceState } from '../service-watch.ts';
import type { Expectation } from './scenario.ts';

const ENDING_WORDS: Readonly<Record<string, string>> = {
  'sign-completed': 'The widget reports the signature',
  'sign-declined': 'The widget reports that the signer declined',
  'sign-expired': 'The widget reports that the session expired',
  'sign-failed': 'The widget reports that the session failed',
  'sign-error': 'The widget reports an error',
  'sign-redirect': 'The widget leaves for the site',
};

const SCREENS: Readonly<Record<string, string>> = {
  'step=purposeDisclosure': 'the notice',
  'step=liveness': 'the camera step',
  'step=documentPhoto': 'the photo of a document',
  'step=waiting': 'the wait',
  'step=certificate': 'the certificate step',
};

const STEP_ERRORS: Readonly<Record<string, string>> = {
  'wrong-code': 'a wrong code',
  'code-exhausted': 'a code that was wrong too often',
  'code-expired': 'a code that is too old',
  'identity-mismatch': 'another face in the government base',
  'photo-mismatch': 'another face in the document',
  'certificate-revoked': 'the certificate revoked',
};

const ACTIONS: Readonly<Record<string, string>> = {
  accept: 'The acceptance',
  acknowledge_purpose: 'The acknowledgement',
  verify_otp: 'A code',
  complete_signing: 'A signature',
  complete_liveness: 'A picture of the face',
};

const COUNTS: readonly string[] = ['never', 'once', 'twice'];

/** How often, in words. */
function times(count: number): string {
  return COUNTS[count] ?? `${count} times`;
}

function describeStepError(error: string): string {
  return STEP_ERRORS[error] ?? `“${error}”`;
}

/** An event of the widget as a short sentence. @param detail empty, or the fields that matter */
function describeEvent(name: string, detail: string): string {
  if (name === 'sign-step') return `The widget shows ${SCREENS[detail] ?? detail}`;
  const signer = /signer=(\d)/.exec(detail)?.[1];
  const words = ENDING_WORDS[name] ?? `The widget raises ${name}`;
  if (signer !== undefined) return `${words} (signer ${signer})`;
  return detail === '' || name === 'sign-redirect' ? words : `${words} (${detail.replace(/^\w+=/, '')})`;
}

/** An expectation as a short sentence. */
export function describeExpectation(expectation: Expectation): string {
  switch (expectation.kind) {
    case 'event':
      return describeEvent(expectation.name, expectation.detail ?? '');
    case 'noEvent':
      return expectation.name === 'sign-completed' ? 'Nothing is signed' : `No ${expectation.name}`;
    case 'status':
      return `The service has it as “${stateName(expectation.is)}”`;
    case 'stepError':
      return `The service finds ${describeStepError(expectation.error)}`;
    case 'action':
      return `${ACTIONS[expectation.name] ?? expectation.name} is sent ${times(expectation.times)}`;
    case 'refusal':
      return `The service refuses to make it (${expectation.status})`;
    case 'message':
      return expectation.channel === 'sms' ? 'An SMS arrives' : 'An e-mail arrives';
    case 'delivery':
      return `The delivery is answered ${expectation.httpStatus}`;
  }
}

/** What was observed since a scenario was started. */
export interface Observation {
  /** The created sessions in order; none if the service refused. */
  readonly sessionIds: readonly string[];
  readonly refusal: { readonly status: number; readonly words: string } | undefined;
  readonly activities: readonly Activity[];
  readonly state: ServiceState | undefined;
  readonly messages: readonly Message[];
  readonly deliveries: readonly Delivery[];
}

/** `open`: not yet. `met`, for what must not happen: not until now. `broken`: not any more. */
export type ExpectationState = 'open' | 'met' | 'broken';

/** One expectation and what is so instead or as well, both as short texts. */
interface ResultDetail {
  readonly text: string;
  readonly actual: string;
  readonly finding: ExpectationState;
}

export interface ScenarioResult {
  readonly finding: ExpectationState;
  /** Whether the session has ended at the service, so that the result can no longer change. */
  readonly isFinal: boolean;
  /** One for each expectation, in order. */
  readonly details: readonly ResultDetail[];
}

const ENDINGS: readonly string[] = ['sign-completed', 'sign-declined', 'sign-expired', 'sign-failed'];

const events = ({ activities }: Observation): readonly EventActivity[] =>
  activities.filter(activity => activity.kind === 'event');

/** `met` once it is so; else `broken` where it cannot become so any more. */
const once = (isSo: boolean, isTooLate: boolean): ExpectationState =>
  isSo ? 'met' : isTooLate ? 'broken' : 'open';

function statusOf({ sessionIds, state }: Observation): string | undefined {
  return state?.envelopeStatus ?? state?.statuses.get(sessionIds[0] ?? '');
}

/** Whether the session has ended: only the service knows, since the widget may be what is wrong. */
const hasEnded = (observed: Observation): boolean => (statusOf(observed) ?? 'ACTIVE') !== 'ACTIVE';

const stepErrorsOf = ({ activities, state }: Observation): readonly string[] => [
  ...activities.flatMap(activity => (activity.kind === 'request' ? (activity.stepErrors ?? []) : [])),
  ...(state?.stepErrors ?? []),
];

const sentBy = ({ activities }: Observation, action: string): number =>
  activities.filter(
    activity => activity.kind === 'request' && activity.by === 'widget' && activity.action === action,
  ).length;

function compareOne(expectation: Expectation, observed: Observation): ExpectationState {
  const { refusal, sessionIds } = observed;
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
      return once(statusOf(observed) === expectation.is, wasRefused || hasEnded(observed));
    }
    case 'stepError':
      return once(stepErrorsOf(observed).includes(expectation.error), wasRefused || hasEnded(observed));
    case 'action': {
      const sent = sentBy(observed, expectation.name);
      return once(sent === expectation.times, wasRefused || sent > expectation.times);
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

/** What was observed of what an expectation is about, as a short text. */
function describeActual(expectation: Expectation, observed: Observation): string {
  switch (expectation.kind) {
    case 'event': {
      const { name, detail = '' } = expectation;
      const all = events(observed);
      const seen =
        all.find(event => event.name === name && event.detail.includes(detail)) ??
        all.find(event => ENDINGS.includes(name) && ENDINGS.includes(event.name));
      return seen === undefined ? 'not yet' : describeEvent(seen.name, seen.name === name ? detail : '');
    }
    case 'noEvent':
      return events(observed).some(({ name }) => name === expectation.name) ? 'it was raised' : 'none';
    case 'status':
      return stateName(statusOf(observed) ?? 'unknown');
    case 'stepError': {
      const errors = [...new Set(stepErrorsOf(observed))];
      return errors.length === 0 ? 'nothing yet' : errors.map(describeStepError).join(', ');
    }
    case 'action':
      return times(sentBy(observed, expectation.name));
    case 'refusal':
      return observed.refusal === undefined ? 'made' : `refused (${observed.refusal.status})`;
    case 'message': {
      const channels = [...new Set(observed.messages.map(({ channel }) => channel))];
      return channels.length === 0 ? 'none yet' : channels.join(', ');
    }
    case 'delivery': {
      const answers = observed.deliveries.flatMap(({ tries }) => tries.map(({ httpStatus }) => httpStatus));
      return answers.length === 0 ? 'none yet' : answers.map(answer => answer ?? 'no answer').join(', ');
    }
  }
}

/** An expectation that something does not happen; it is met from the start, so it does not count alone. */
const isGuard = (expectation: Expectation): boolean =>
  expectation.kind === 'noEvent' ||
  (expectation.kind === 'status' && expectation.is === 'ACTIVE') ||
  (expectation.kind === 'action' && expectation.times === 0);

/** Compares the expected result with what was observed. */
export function compareResult(expected: readonly Expectation[], observed: Observation): ScenarioResult {
  const details = expected.map(expectation => ({
    text: describeExpectation(expectation),
    actual: describeActual(expectation, observed),
    finding: compareOne(expectation, observed),
    isGuard: isGuard(expectation),
  }));
  const isBroken = details.some(({ finding }) => finding === 'broken');
  const isMet = details.every(({ finding }) => finding === 'met') && details.some(detail => !detail.isGuard);
  return {
    finding: isBroken ? 'broken' : isMet ? 'met' : 'open',
    isFinal: observed.refusal !== undefined || hasEnded(observed),
    details: details.map(({ text, actual, finding }) => ({ text, actual, finding })),
  };
}
