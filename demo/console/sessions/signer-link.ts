import type { CreatedSession } from '../http/shapes.ts';

/** The address that lets its holder sign (service interface, "Link rule"). */
export function signerLinkOf({ url, clientSecret }: CreatedSession): string {
  return `${url}?cs=${encodeURIComponent(clientSecret)}`;
}
