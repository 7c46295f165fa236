import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/**
 * The states of the gallery, each looked at in several windows: `npm run test:screens`, and one of them
 * by `FULL=1 npm run test:screens -- -g otp-wrong`.
 */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '**/*.screens.test.ts',
  globalSetup: './gallery-setup.ts',
  outputDir: '../../.data/playwright-screens',
  timeout: 60_000,
  reporter: [['./findings-reporter.ts'], ['../support/flow-results.ts']],
  // Each worker keeps one window, whose trace would hold all states before.
  use: {},
});
