/** Something that happened on the page, and when it was over. It never holds a body, a query or a header. */
export type Activity =
  | {
      readonly kind: 'event';
      readonly at: Date;
      readonly name: string;
      /** The event's public fields, such as `sessionId=ss_…`. */
      readonly detail: string;
    }
  | {
      readonly kind: 'request';
      readonly at: Date;
      readonly method: string;
      /** Without query; with the origin when it is another one. */
      readonly path: string;
      /** The status, or what went wrong instead of an answer. */
      readonly outcome: number | 'aborted' | 'no answer';
      /** Until the head of the answer, milliseconds. */
      readonly duration: number;
    };

/** The oldest go when there are more. */
const CAPACITY = 2_000;

/** Keeps what happened, newest last, and says `change` when it has. */
export class ActivityLog extends EventTarget {
  #activities: readonly Activity[] = [];

  get activities(): readonly Activity[] {
    return this.#activities;
  }

  add(activity: Activity): void {
    this.#activities = [...this.#activities, activity].slice(-CAPACITY);
    this.dispatchEvent(new Event('change'));
  }

  clear(): void {
    this.#activities = [];
    this.dispatchEvent(new Event('change'));
  }
}
