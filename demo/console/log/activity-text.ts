import type { Activity } from './activity-log.ts';

const two = (number: number, digits = 2) => String(number).padStart(digits, '0');

/** Local time with milliseconds: `14:02:09.041`. */
function timeText(at: Date): string {
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map(part => two(part)).join(':');
  return `${clock}.${two(at.getMilliseconds(), 3)}`;
}

/** An activity as the columns of one line: time, name, subject, result, duration. */
export function columnsOf(activity: Activity): readonly [string, string, string, string, string] {
  const time = timeText(activity.at);
  switch (activity.kind) {
    case 'event':
      return [time, activity.name, activity.detail, '', ''];
    case 'request': {
      const { method, path, action, outcome, duration } = activity;
      const about = action === undefined ? path : `${path} ${action}`;
      return [time, method, about, String(outcome), `${duration} ms`];
    }
  }
}

/** Whether a request failed. An aborted request did not fail. */
export function isFailure(activity: Activity): boolean {
  if (activity.kind === 'event') return activity.name === 'sign-error';
  const { outcome } = activity;
  return outcome === 'no answer' || (typeof outcome === 'number' && outcome >= 400);
}

/** Shortens the service's ids, such as `ss_6S04…`. */
export function shortened(text: string): string {
  return text.replaceAll(/\b([a-z]{2,4}_\w{4})\w{12,}/g, '$1…');
}

/** Whether a line matches a search: it contains every word, ignoring case. */
export function matches(activity: Activity, words: string): boolean {
  const line = columnsOf(activity).join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every(word => line.includes(word));
}
