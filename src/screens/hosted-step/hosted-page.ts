import type { SessionView } from '../../session/view.ts';

/** Does the service have a hosted page for the session? The hosted page never links to itself. */
export function canOpenHosted({ hostedUrl }: SessionView): boolean {
  return hostedUrl !== undefined && !location.href.startsWith(hostedUrl);
}
