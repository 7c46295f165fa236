const KEY = 'sign-session-certificate-source';

/**
 * The kind of source that was chosen last on this device: nothing about the signer, or about their certificate.
 *
 * @param kind the one that is chosen now. Undefined where pages may keep nothing.
 */
export function lastSource(kind?: string): string | null | undefined {
  try {
    if (kind !== undefined) localStorage.setItem(KEY, kind);
    return localStorage.getItem(KEY);
  } catch {
    return undefined;
  }
}
