/**
 * What differs by engine, in Firefox and WebKitGTK: `npx wtr --config web-test-runner.engines.config.js`, with
 * `ENGINES=firefox` in one of them.
 */
import path from 'node:path';
import { register } from 'tsx/esm/api';

register();
const { firefoxLauncher } = await import('./test/support/puppeteer-launchers.ts');
const { webkitGtkLauncher } = await import('./test/support/webkitgtk-launcher.ts');
const { elementTests } = await import('./test/support/element-tests.ts');
const { testFiles } = await import('./test/support/test-files.ts');

const FILES_BY_ENGINE = [
  // Focus and keyboard, dialog and popover
  'test/screens/otp.browser.test.ts',
].map(file => path.resolve(import.meta.dirname, file));

const launchers = { firefox: firefoxLauncher, webkit: webkitGtkLauncher };
const engines = (process.env.ENGINES ?? 'firefox,webkit').split(',');

export default elementTests({
  browsers: engines.map(engine => launchers[engine]()),
  files: process.env.ALL_FILES === '1' ? testFiles('.browser.test.ts') : FILES_BY_ENGINE,
});
