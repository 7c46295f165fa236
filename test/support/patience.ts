/**
 * How long a test waits for a state, ms. A state that comes ends the wait at once, so this is only what a
 * failure costs: long enough for three engines on a machine that does other things as well.
 */
export const PATIENCE_MS = 30_000;

/** How long one browser test may take, ms: a few waits, one after the other. */
export const BROWSER_TEST_MS = 120_000;

/** How long a browser may take to start, ms: several do so at once. */
export const BROWSER_START_MS = 180_000;
