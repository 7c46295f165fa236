import type { Fault } from '../http/shapes.ts';
import type { NetworkMode } from '../log/network.ts';
import type { WidgetEventName } from '../log/widget-events.ts';
import type { CameraMode } from '../preview/simulated-camera.ts';
import {
  DEFAULT_SETTINGS,
  withTestSigner,
  type SampleName,
  type Settings,
  type Subject,
} from '../settings/settings.ts';

/** How a session or an envelope can end. */
export type EndStatus = 'COMPLETED' | 'CANCELLED' | 'EXPIRED' | 'FAILED' | 'ACTIVE';

/** One thing that can be observed. All of a scenario's together are its expected result. */
export type Expectation =
  /** The widget raises an event; `detail` is in its fields, such as `code=network`. */
  | { readonly kind: 'event'; readonly name: WidgetEventName; readonly detail?: string }
  /** The widget does not raise it. */
  | { readonly kind: 'noEvent'; readonly name: WidgetEventName }
  /** The service has the first session so; of an envelope, the envelope. */
  | { readonly kind: 'status'; readonly is: EndStatus }
  /** The service has this against a step, as `wrong-code`. */
  | { readonly kind: 'stepError'; readonly error: string }
  /** The widget sends an action so often, or not at all with 0. */
  | { readonly kind: 'action'; readonly name: string; readonly times: number }
  /** The service refuses to make the session. */
  | { readonly kind: 'refusal'; readonly status: number; readonly words?: string }
  /** A message arrives in the inbox. */
  | { readonly kind: 'message'; readonly channel: 'email' | 'sms' }
  /** A webhook delivery is answered so, at its first try. */
  | { readonly kind: 'delivery'; readonly httpStatus: number };

/** Something that the console does at a moment of the session. */
export type Act =
  | { readonly kind: 'moveClock'; readonly seconds: number }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'armFault'; readonly fault: Fault }
  | { readonly kind: 'network'; readonly mode: NetworkMode };

/** When it does: at the first such event of a widget, whose detail holds the words. */
export interface Moment {
  readonly at: WidgetEventName;
  readonly detail?: string;
  readonly act: Act;
}

/** Something that QA can see by one press: what is made, under which conditions, what to do, what should come of it. */
export interface Scenario {
  /** What the address calls it. */
  readonly id: string;
  readonly name: string;
  /** What will happen, in one line. */
  readonly summary: string;
  /** What the signer does, in order. */
  readonly steps: readonly string[];
  readonly expected: readonly Expectation[];
  readonly subject?: Subject;
  readonly sample?: SampleName;
  readonly signer?: string;
  /** Texts of the form's fields that differ from the usual ones, by pointer. */
  readonly values?: Readonly<Record<string, string>>;
  /** As the client with a quota of two a month. */
  readonly isLimited?: boolean;
  /** How many sessions are made; the last is shown. The first refusal ends it. */
  readonly sessions?: number;
  readonly faults?: readonly Fault[];
  readonly moments?: readonly Moment[];
  /** Whether real faces are asked for; simulated ones by default. */
  readonly faces?: 'LIVE';
  readonly camera?: CameraMode;
  /** The evidence of the session is not made, once. */
  readonly breaksFinalization?: boolean;
  /** A webhook is registered at the built-in receiver. */
  readonly withWebhook?: boolean;
  /** The link's secret is another one. */
  readonly hasWrongLink?: boolean;
  /** The test certificate to sign with. */
  readonly certificate?: string;
}

export interface ScenarioGroup {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
}

/** The settings that a scenario's session is made of. */
export function settingsOf({ subject, sample, signer, values = {} }: Scenario): Settings {
  const settings = withTestSigner(DEFAULT_SETTINGS, signer ?? DEFAULT_SETTINGS.testSigner);
  return {
    ...settings,
    subject: subject ?? settings.subject,
    sample: sample ?? settings.sample,
    values: { ...settings.values, ...values },
  };
}

/** The expectations of a session that is signed. */
export const COMPLETED: readonly Expectation[] = [
  { kind: 'event', name: 'sign-completed' },
  { kind: 'status', is: 'COMPLETED' },
];

/** Those of a signer who cannot get past a step: the session stays open. */
export const NOT_SIGNED: readonly Expectation[] = [
  { kind: 'noEvent', name: 'sign-completed' },
  { kind: 'status', is: 'ACTIVE' },
];
