/** The element tests in Chromium: `npx wtr`, or `npx wtr test/screens/otp.browser.test.ts --watch`. */
import { register } from 'tsx/esm/api';

register();
const { chromiumLauncher } = await import('./test/support/puppeteer-launchers.ts');
const { elementTests } = await import('./test/support/element-tests.ts');
const { testFilesOfRun } = await import('./test/support/test-files.ts');

export default {
  ...elementTests({
    browsers: [chromiumLauncher()],
    // The longest, of whole sessions, have the last names: begun first, none runs alone at the end.
    files: testFilesOfRun('.browser.test.ts').toReversed(),
  }),
  // Pages side by side: much of a test is waiting for frames, workers and the service.
  concurrency: 4,
};
