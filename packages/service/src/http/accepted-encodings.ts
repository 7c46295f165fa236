import { parseAccept } from 'hono/utils/accept';

/**
 * The codings that an Accept-Encoding header takes, of those offered, in the order offered (RFC 9110, 12.5.3). Empty
 * without the header. `identity;q=0` is not looked at: a server may send the content as it is rather than refuse.
 */
export function acceptedEncodings<Coding extends string>(
  header: string | undefined,
  offered: readonly Coding[],
): Coding[] {
  if (header === undefined) return [];
  const accepted = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  return offered.filter(coding => (accepted.get(coding) ?? accepted.get('*') ?? 0) > 0);
}
