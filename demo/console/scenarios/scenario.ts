import type { Fault } from '../http/service-types.ts';
import type { CloudFault } from '../http/local-tools.ts';
import type { NetworkMode } from '../log/network.ts';
import type { WidgetEventName } from '../log/activity-log.ts';
import type { CameraMode } from '../preview/simulated-camera.ts';
import {
  DEFAULT_SETTINGS,
  withTestSigner,
  type SampleName,
  type Settings,
  type Subject,
} from '../settings/settings.ts';

/** The final status of a session or an envelope. */
type EndStatus = 'COMPLETED' | 'CANCELLED' | 'EXPIRED' | 'FAILED' | 'ACTIVE';

/** One expected observation. All of a scenario's expectations together are its expected result. */
export type Expectation =
  /** The widget raises an event whose fields contain `detail`, such as `code=network`. */
  | { readonly kind: 'event'; readonly name: WidgetEventName; readonly detail?: string }
  /** The widget does not raise it. */
  | { readonly kind: 'noEvent'; readonly name: WidgetEventName }
  /** The status of the first session, or of the envelope. */
  | { readonly kind: 'status'; readonly is: EndStatus }
  /** A step has this error, such as `wrong-code`. */
  | { readonly kind: 'stepError'; readonly error: string }
  /** The widget sends an action exactly `times` times. */
  | { readonly kind: 'action'; readonly name: string; readonly times: number }
  /** The service refuses to create the session. */
  | { readonly kind: 'refusal'; readonly status: number; readonly words?: string }
  /** A message arrives in the inbox. */
  | { readonly kind: 'message'; readonly channel: 'email' | 'sms' }
  /** The first attempt of a webhook delivery gets this status. */
  | { readonly kind: 'delivery'; readonly httpStatus: number };

/** Something that the console does during the session. */
export type Act =
  | { readonly kind: 'moveClock'; readonly seconds: number }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'armFault'; readonly fault: Fault }
  | { readonly kind: 'network'; readonly mode: NetworkMode };

/** An act at the first event of this name whose fields contain `detail`. */
export interface Moment {
  readonly at: WidgetEventName;
  readonly detail?: string;
  readonly act: Act;
}

/** A test case to run with one click: the session, its conditions, the signer's steps and the expected result. */
export interface Scenario {
  /** Its name in addresses. */
  readonly id: string;
  readonly name: string;
  /** What happens, in one line. */
  readonly summary: string;
  /** Other words that somebody may search it by. */
  readonly words?: string;
  /** The signer's steps, in order. */
  readonly steps: readonly string[];
  readonly expected: readonly Expectation[];
  readonly subject?: Subject;
  readonly sample?: SampleName;
  readonly signer?: string;
  /** Texts of the form's fields that differ from the default, by pointer. */
  readonly values?: Readonly<Record<string, string>>;
  /** Uses the client with a quota of two sessions a month. */
  readonly isLimited?: boolean;
  /** The number of sessions to create, of which the last is shown. The first refusal stops. */
  readonly sessions?: number;
  readonly faults?: readonly Fault[];
  readonly moments?: readonly Moment[];
  /** Requires real faces instead of simulated ones. */
  readonly faces?: 'LIVE';
  readonly camera?: CameraMode;
  /** The finalization of the session fails once. */
  readonly breaksFinalization?: boolean;
  /** A webhook is registered at the built-in receiver. */
  readonly withWebhook?: boolean;
  /** The link has a wrong secret. */
  readonly hasWrongLink?: boolean;
  /** Failures of the test providers of cloud certificates. */
  readonly cloudFaults?: readonly CloudFault[];
  /** The test certificate to sign with. */
  readonly certificate?: string;
}

export interface ScenarioGroup {
  readonly name: string;
  /** Other words that somebody may search any of them by. */
  readonly words?: string;
  readonly scenarios: readonly Scenario[];
}

/** The last step where the expected result holds only as long as nobody finds a way on, such as another certificate. */
const LEAVE_IT = 'Leave it there: what is signed from here on counts as a fault.';

/** The steps of a scenario as they are shown. */
export function stepsOf({ steps, expected }: Scenario): readonly string[] {
  const isGuarded = expected.some(({ kind }) => kind === 'noEvent');
  return isGuarded && steps.length > 0 ? [...steps, LEAVE_IT] : steps;
}

/** The settings of a scenario's session. */
export function settingsOf({ subject, sample, signer, values = {} }: Scenario): Settings {
  const settings = withTestSigner(DEFAULT_SETTINGS, signer ?? DEFAULT_SETTINGS.testSigner);
  return {
    ...settings,
    subject: subject ?? settings.subject,
    sample: sample ?? settings.sample,
    values: { ...settings.values, ...values },
  };
}

/** The expected result of a session that is signed. */
export const COMPLETED: readonly Expectation[] = [
  { kind: 'event', name: 'sign-completed' },
  { kind: 'status', is: 'COMPLETED' },
];

/**
 * The expected result if nothing at all may be signed: the session stays open. Where the service records what is expected,
 * as a step's error or a delivery, expect that alone: whoever goes on and signs later has seen it all the same.
 */
export const NOT_SIGNED: readonly Expectation[] = [
  { kind: 'noEvent', name: 'sign-completed' },
  { kind: 'status', is: 'ACTIVE' },
];
