import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/**
 * The packages as an integrator gets them: packed, installed into empty folders, and used by the examples there.
 * `npm run test:packages` looks at what is packed; `FULL=1` also installs, compiles and serves the examples.
 */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '**/*.packages.test.ts',
  globalSetup: './pack.ts',
  outputDir: '../../.data/playwright-packages',
  // Each installs, compiles and serves: more at a time would only wait for the processors.
  fullyParallel: false,
  workers: 1,
  timeout: 600_000,
  reporter: [['list'], ['../support/flow-results.ts']],
});
