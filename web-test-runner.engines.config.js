/**
 * Element tests in other engines: `npx wtr --config web-test-runner.engines.config.js`. For every change, those that
 * Firefox may answer otherwise; with `FULL=1` all, in Firefox and WebKitGTK, or with `ENGINES=firefox` in one of them.
 */
import path from 'node:path';
import { register } from 'tsx/esm/api';

register();
const { firefoxLauncher } = await import('./test/support/puppeteer-launchers.ts');
const { webkitGtkLauncher } = await import('./test/support/webkitgtk-launcher.ts');
const { elementTests } = await import('./test/support/element-tests.ts');
const { isInstalled } = await import('./test/support/browsers.ts');
const { isFullRun, testFiles } = await import('./test/support/test-files.ts');

/** What Firefox has failed in before, and where the widget's own code treats it differently. */
const FIREFOX_FILES = [
  // Each kind of step from the first screen to the end, by keyboard
  'test/sign-session/whole-flows.browser.test.ts',
  // It lays out a camera's picture after it knows the size: a shutter moved under the click.
  'test/screens/document-photo-focus.browser.test.ts',
  // Before 132 it has no requestVideoFrameCallback, and no name for the camera's permission.
  'test/camera/open-camera.browser.test.ts',
  'test/camera/frame-source.browser.test.ts',
  // It takes no private key of an elliptic curve without the public point.
  'test/certificate/a1/file-provider.browser.test.ts',
  // Workers under the strict policy
  'test/document/strict-policy.browser.test.ts',
].map(file => path.resolve(import.meta.dirname, file));

const launchers = { firefox: firefoxLauncher, webkit: webkitGtkLauncher };
const engines = (process.env.ENGINES ?? (isFullRun ? 'firefox,webkit' : 'firefox')).split(',');
// Continuous integration has both: there a missing one fails.
const installed = process.env.CI === 'true' ? engines : engines.filter(isInstalled);

export default elementTests({
  browsers: installed.map(engine => launchers[engine]()),
  files: isFullRun ? testFiles('.browser.test.ts') : FIREFOX_FILES,
});
