/** The element declares its events in the platform's map. */
export type WidgetEventName = Extract<keyof HTMLElementEventMap, `sign-${string}`>;

/** Every event of the widget with its public fields. A missing one is a type error. */
const FIELDS = {
  'sign-ready': ['sessionId'],
  'sign-step': ['step'],
  'sign-completed': ['sessionId', 'evidenceId'],
  'sign-declined': ['sessionId'],
  'sign-expired': ['sessionId'],
  'sign-failed': ['sessionId', 'reason'],
  'sign-error': ['code', 'retryable'],
  'sign-interrupted': ['sessionId'],
  'sign-redirect': ['url'],
  'sign-close': ['sessionId'],
} as const satisfies { [Name in WidgetEventName]: readonly (keyof HTMLElementEventMap[Name])[] };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object's own keys
export const WIDGET_EVENTS = Object.keys(FIELDS) as WidgetEventName[];

/** The public fields of a widget's event, as `name=value`. */
export function fieldsOf(event: Event): string {
  const type = WIDGET_EVENTS.find(known => known === event.type);
  const names: readonly string[] = type === undefined ? [] : FIELDS[type];
  return names.map(name => `${name}=${String(Reflect.get(event, name))}`).join(' ');
}

/** A request and its answer, without secrets and signers' data. */
export interface Exchange {
  readonly method: string;
  /** With `$QUERY` in place of a query; relative if it is on the page's own origin. */
  readonly url: string;
  readonly requestHeaders: readonly (readonly [name: string, value: string])[];
  readonly requestBody?: string;
  readonly responseHeaders: readonly (readonly [name: string, value: string])[];
  readonly responseBody?: string;
}

/** The widget has raised an event. */
export interface EventActivity {
  readonly kind: 'event';
  readonly at: Date;
  readonly name: string;
  /** The event's public fields, such as `sessionId=ss_…`. */
  readonly detail: string;
}

/** A request that was answered or failed. Its line has no body, query or header. */
export interface RequestActivity {
  readonly kind: 'request';
  readonly at: Date;
  /** Sender: widget or console. */
  readonly by: 'widget' | 'console';
  readonly method: string;
  /** Without query; with the origin if it is another one. */
  readonly path: string;
  /** The signer's action, such as `verify_otp`. */
  readonly action?: string;
  /** The status, or why there was no answer. */
  readonly outcome: number | 'aborted' | 'no answer';
  /** Milliseconds until the response headers. */
  readonly duration: number;
  readonly exchange: Exchange;
  /** The errors of the session's steps in the response body, which is read after the headers. */
  readonly stepErrors?: readonly string[];
}

/** An event or request of the page; `at` is when it ended. */
export type Activity = EventActivity | RequestActivity;

/** The oldest are dropped when there are more. */
const CAPACITY = 2_000;

/** The activities, newest last. Dispatches `change`. */
export class ActivityLog extends EventTarget {
  #activities: readonly Activity[] = [];

  get activities(): readonly Activity[] {
    return this.#activities;
  }

  add(activity: Activity): void {
    this.#activities = [...this.#activities, activity].slice(-CAPACITY);
    this.dispatchEvent(new Event('change'));
  }

  /** Replaces an activity by one with more details. */
  replace(earlier: Activity, later: Activity): void {
    this.#activities = this.#activities.map(activity => (activity === earlier ? later : activity));
    this.dispatchEvent(new Event('change'));
  }

  clear(): void {
    this.#activities = [];
    this.dispatchEvent(new Event('change'));
  }
}
