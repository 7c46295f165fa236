import type { Activity } from './activity-log.ts';

/** Where the manual says what an error means and what to do: a code of `sign-error` or the type of a problem. */
export const errorAddress = (code: string): string => `/manual/errors.html#${code}`;

/** The problem's type in a response body. */
function problemType(body: string | undefined): string | undefined {
  try {
    const { type }: { type?: unknown } = Object(JSON.parse(body ?? 'null'));
    return typeof type === 'string' && /^[a-z-]+$/.test(type) ? type : undefined;
  } catch {
    return undefined;
  }
}

/** The code of the error that an event or an answer tells of; undefined if it tells of none. */
export function errorCode(activity: Activity): string | undefined {
  if (activity.kind === 'event')
    return activity.name === 'sign-error' ? /\bcode=(\w+)/.exec(activity.detail)?.[1] : undefined;
  const { outcome, exchange } = activity;
  return typeof outcome === 'number' && outcome >= 400 ? problemType(exchange.responseBody) : undefined;
}
