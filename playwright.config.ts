import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS } from './test/support/browser-launch.ts';
import { findChromium } from './test/support/browsers.ts';
import { isFullRun } from './test/support/test-files.ts';

const executablePath = findChromium();
if (executablePath === undefined) {
  throw new Error('Install Chromium, Chrome or Edge, or name one in CHROMIUM_PATH.');
}

/** Whole flows in the installed Chromium: `npx playwright test`. Elements and other engines have runners of their own. */
export default defineConfig({
  testDir: '.',
  testMatch: ['test/**/*.e2e.test.ts', 'packages/*/test/**/*.e2e.test.ts'],
  globalSetup: './test/support/build-pages.ts',
  outputDir: '.data/playwright',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  ...(!isFullRun && { testIgnore: '**/*.full.*.test.ts', grepInvert: /@full/ }),
  forbidOnly: process.env['CI'] !== undefined,
  // These end what hangs: a state that comes ends a wait at once.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./test/support/flow-results.ts']],
  reportSlowTests: { max: 10, threshold: 5_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath, args: [...CHROMIUM_ARGS] },
    // Actions, network and console: snapshots of the page would take a seventh of the time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
});
