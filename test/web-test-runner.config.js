import { browserTestsConfig } from './support/browser-tests.ts';
import { ENGINES, isInstalled } from './support/browsers.ts';
import { testFiles } from './support/test-files.ts';

/**
 * For @web/test-runner's own command line, such as its watch mode (Node must run it with `--import tsx`).
 * `npm test` uses the same configuration through test/run.ts.
 */
export default await browserTestsConfig({
  engines: ENGINES.filter(isInstalled),
  files: testFiles('browser'),
});
