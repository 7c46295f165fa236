import path from 'node:path';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter, type BrowserLauncher, type TestRunnerConfig } from '@web/test-runner';
import { accessibilityCommand } from './accessibility-tree.ts';
import { serveBundle } from './element-bundle.ts';
import { BROWSER_START_MS, BROWSER_TEST_MS } from './patience.ts';
import { pageWatchPlugin } from './page-watch-plugin.ts';
import { popplerCommand } from './poppler.ts';
import { repositoryRoot } from './repository.ts';
import { mediaCommand, screenshotCommand, serviceCommand } from './runner-commands.ts';
import { serveAssetFiles, serveAssetScripts, serveTestAssets } from './served-files.ts';
import { elementResults } from './element-results.ts';
import { isFullRun } from './test-files.ts';

export interface ElementTests {
  readonly browsers: readonly BrowserLauncher[];
  /** Absolute paths of test files; those named on the command line are run in their place. */
  readonly files: readonly string[];
}

const words = process.argv.slice(2);
const isPiped = !process.stdout.isTTY;
/** `--watch` and `--manual`: the sources as they are, so that the browser's own debugger shows them and a change is seen. */
const fromSources = words.includes('--watch') || words.includes('--manual');

/**
 * The page of a test file. The pages that run side by side have one origin, and what one of them stored would be remembered in the
 * others: each has the storage of its own tab, empty, in the place of the common one.
 */
const testPage = (framework: string): string => `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <script>
      sessionStorage.clear();
      Object.defineProperty(window, 'localStorage', { configurable: true, value: sessionStorage });
    </script>
  </head>
  <body>
    <script type="module" src="${framework}"></script>
  </body>
</html>`;

/**
 * The configuration of @web/test-runner, the same for all engines: files from one bundle, commands that tests ask the
 * runner for (`runner-page.ts`), one line a failure.
 */
export function elementTests({ browsers, files }: ElementTests): TestRunnerConfig {
  const named = words.filter(word => word.endsWith('.browser.test.ts')).map(file => path.resolve(file));
  const chosen = named.length > 0 ? named : files;
  return {
    rootDir: repositoryRoot,
    files: [...chosen],
    browsers: [...browsers],
    concurrentBrowsers: browsers.length,
    staticLogging: isPiped,
    nodeResolve: { exportConditions: ['development', 'browser'] },
    plugins: [
      pageWatchPlugin(),
      esbuildPlugin({ ts: true, tsconfig: path.join(repositoryRoot, 'tsconfig.json'), target: 'es2022' }),
      mediaCommand(),
      accessibilityCommand(),
      screenshotCommand(path.join(repositoryRoot, '.data/screenshots')),
      serviceCommand(),
      popplerCommand(),
    ],
    middleware: [
      ...(fromSources ? [] : [serveBundle(chosen)]),
      serveAssetScripts,
      serveAssetFiles,
      serveTestAssets,
    ],
    testRunnerHtml: testPage,
    browserStartTimeout: BROWSER_START_MS,
    testsStartTimeout: 60_000,
    // For a file; the longest are in the full run, and Firefox takes twice as long as Chromium.
    testsFinishTimeout: isFullRun ? 600_000 : 240_000,
    // Lit says once a page that it is its development build.
    filterBrowserLogs: ({ args }) => !String(args[0]).includes('Lit is in dev mode'),
    testFramework: { config: { ui: 'bdd', timeout: BROWSER_TEST_MS } },
    reporters: [defaultReporter({ reportTestProgress: !isPiped }), elementResults()],
  };
}
