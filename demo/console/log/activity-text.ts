import type { Activity } from './activity-log.ts';

const two = (number: number, digits = 2) => String(number).padStart(digits, '0');

/** Local time with milliseconds: `14:02:09.041`. */
export function timeText(at: Date): string {
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map(part => two(part)).join(':');
  return `${clock}.${two(at.getMilliseconds(), 3)}`;
}

/** An activity as the columns of one line: when, what, about what, how it ended, how long it took. */
export function columnsOf(activity: Activity): readonly [string, string, string, string, string] {
  const time = timeText(activity.at);
  switch (activity.kind) {
    case 'event':
      return [time, activity.name, activity.detail, '', ''];
    case 'request':
      return [time, activity.method, activity.path, String(activity.outcome), `${activity.duration} ms`];
  }
}

/** Shortens the service's ids for the eye: `ss_6S04…` tells them apart well enough. */
export function shortened(text: string): string {
  return text.replaceAll(/\b([a-z]{2,4}_\w{4})\w{12,}/g, '$1…');
}

/** Is it about this? Every word must be somewhere in the line; case does not matter. */
export function matches(activity: Activity, words: string): boolean {
  const line = columnsOf(activity).join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every(word => line.includes(word));
}
