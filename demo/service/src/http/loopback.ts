/** The names by which a browser on this machine reaches it and no other, as `URL.hostname` spells them. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
