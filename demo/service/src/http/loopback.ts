/** The names of this machine's loopback interface, as `URL.hostname` writes them. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
