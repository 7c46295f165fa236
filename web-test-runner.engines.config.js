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
const { isInstalled } = await import('./test/support/browsers.ts');
const { testFiles } = await import('./test/support/test-files.ts');

const FILES_BY_ENGINE = [
  // Whole flows
  'test/sign-session/whole-flows.browser.test.ts',
  // Focus and keyboard, dialog, popover, clipboard, page life
  'test/sign-session/lifecycle.browser.test.ts',
  'test/sign-session/page-life.browser.test.ts',
  'test/document/document-accessibility.browser.test.ts',
  'test/document/toolbar/full-view.browser.test.ts',
  'test/document/toolbar/screen-reader.browser.test.ts',
  'test/screens/document-photo-focus.browser.test.ts',
  'test/screens/handover.browser.test.ts',
  // The field for a one-time code, in the page's own tree
  'test/screens/otp.browser.test.ts',
  // The camera's start, and what keeps it from a page
  'test/camera/open-camera.browser.test.ts',
  'test/camera/frame-source.browser.test.ts',
  'test/screens/liveness-attempt.browser.test.ts',
  // Workers, under the strict policy and Trusted Types too
  'test/document/strict-policy.browser.test.ts',
  'test/document/document-lifetime.browser.test.ts',
  'test/face/worker-tracker.browser.test.ts',
  'test/certificate/a1/file-provider.browser.test.ts',
  // Limits of a canvas, streaming by fetch
  'test/document/document-pane.browser.test.ts',
  'test/document/pages/zoom.browser.test.ts',
].map(file => path.resolve(import.meta.dirname, file));

const launchers = { firefox: firefoxLauncher, webkit: webkitGtkLauncher };
const engines = (process.env.ENGINES ?? 'firefox,webkit').split(',');
// Continuous integration has both: there a missing one fails.
const installed = process.env.CI === 'true' ? engines : engines.filter(isInstalled);

export default elementTests({
  browsers: installed.map(engine => launchers[engine]()),
  files: process.env.ALL_FILES === '1' ? testFiles('.browser.test.ts') : FILES_BY_ENGINE,
});
