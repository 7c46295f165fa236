import type { SessionView } from '../../session/view.ts';

/** Is there a page of the service to go to? The hosted page never links to itself. */
export function canOpenHosted({ hostedUrl }: SessionView): boolean {
  return hostedUrl !== undefined && !location.href.startsWith(hostedUrl);
}
