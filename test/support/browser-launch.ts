/** How the tests start Chromium: no sandbox (they run as root in containers), no calls home, a fake camera. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** System access lets the tests set media overrides; it has no effect on pages. */
export const FIREFOX_ARGS: readonly string[] = ['--remote-allow-system-access'];

export const FIREFOX_PREFERENCES: Readonly<Record<string, unknown>> = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  // Only one of the pages that run side by side is in front. Firefox draws the others once a second, and later less often;
  // their timers wait a second, too, and longer after a while.
  'layout.testing.top-level-always-active': true,
  'dom.min_background_timeout_value': 4,
  'dom.timeout.enable_budget_timer_throttling': false,
};
