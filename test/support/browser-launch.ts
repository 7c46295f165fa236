import path from 'node:path';
import { repositoryRoot } from './repository.ts';

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
  // A downloaded PDF would be shown in a tab of its own, in front of the test's page, or a list of downloads would have the focus.
  'pdfjs.disabled': true,
  'browser.download.alwaysOpenPanel': false,
  'browser.download.folderList': 2,
  'browser.download.dir': path.join(repositoryRoot, '.data/downloads'),
};
