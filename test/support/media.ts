/**
 * What a test can make the browser prefer. A feature left out is back to the browser's own value.
 * Chromium and Firefox; WebKitGTK can't be told while it runs.
 */
export interface MediaPreferences {
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
  forcedColors?: 'active' | 'none';
}
