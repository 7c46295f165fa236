/** A request and its answer, without secrets and signers' data. */
export interface Exchange {
  readonly method: string;
  /** With `$QUERY` in place of a query; relative on the page's own origin. */
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

/** A request was answered, or was not. A line of it holds no body, query or header. */
export interface RequestActivity {
  readonly kind: 'request';
  readonly at: Date;
  /** Whose request it is: the page that it is tested with asks the service too. */
  readonly by: 'widget' | 'console';
  readonly method: string;
  /** Without query; with the origin when it is another one. */
  readonly path: string;
  /** The signer's action, such as `verify_otp`. */
  readonly action?: string;
  /** The status, or what went wrong instead of an answer. */
  readonly outcome: number | 'aborted' | 'no answer';
  /** Until the head of the answer, milliseconds. */
  readonly duration: number;
  readonly exchange: Exchange;
  /** What the service has against the steps of the session, by the answer; known a little after its head. */
  readonly stepErrors?: readonly string[];
}

/** Something that happened on the page, and when it was over. */
export type Activity = EventActivity | RequestActivity;

/** The oldest go when there are more. */
const CAPACITY = 2_000;

/** Keeps what happened, newest last, and dispatches `change` when it has. */
export class ActivityLog extends EventTarget {
  #activities: readonly Activity[] = [];

  get activities(): readonly Activity[] {
    return this.#activities;
  }

  add(activity: Activity): void {
    this.#activities = [...this.#activities, activity].slice(-CAPACITY);
    this.dispatchEvent(new Event('change'));
  }

  /** Puts an activity in the place of an earlier one, of which more is known by now. */
  replace(earlier: Activity, later: Activity): void {
    this.#activities = this.#activities.map(activity => (activity === earlier ? later : activity));
    this.dispatchEvent(new Event('change'));
  }

  clear(): void {
    this.#activities = [];
    this.dispatchEvent(new Event('change'));
  }
}
