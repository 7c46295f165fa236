const OURS = ['sessionId', 'status'] as const;
/** Where the address has one of those of its own. */
const INSTEAD = ['sign_session_id', 'sign_session_status'] as const;

/**
 * The address that a signer returns to, with the session's id and status behind its own parameters, which stay byte for
 * byte: they may be signed. `session_id` is for clients of others that look for that name.
 *
 * @param address absolute
 */
export function returnAddress(address: string, sessionId: string, status: string): string {
  const [, start = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(address) ?? [];
  const { searchParams } = new URL(address);
  const [idName, statusName] = OURS.some(name => searchParams.has(name)) ? INSTEAD : OURS;
  const added = [`${idName}=${sessionId}`, `${statusName}=${status}`];
  if (!searchParams.has('session_id')) added.push(`session_id=${sessionId}`);
  const joint = !start.includes('?') ? '?' : /[?&]$/.test(start) ? '' : '&';
  return start + joint + added.join('&') + fragment;
}
