import path from 'node:path';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import type { BrowserLauncher, TestRunnerConfig } from '@web/test-runner';
import { accessibilityCommand } from './accessibility-tree.ts';
import { findChromium, findFirefox, findWebKitGtk, type Engine } from './browsers.ts';
import { freePort } from './free-port.ts';
import { pageWatchPlugin } from './page-watch-plugin.ts';
import { BROWSER_START_MS, BROWSER_TEST_MS } from './patience.ts';
import { popplerCommand } from './poppler.ts';
import { chromiumLauncher, firefoxLauncher } from './puppeteer-launchers.ts';
import { repositoryRoot } from './repository.ts';
import { mediaCommand, screenshotCommand, serviceCommand } from './runner-commands.ts';
import { serveAssetFiles, serveAssetScripts, serveTestAssets } from './served-files.ts';
import { webkitGtkLauncher } from './webkitgtk-launcher.ts';

/** A launcher for an engine, `undefined` when it is not installed. */
function launcherFor(engine: Engine): BrowserLauncher | undefined {
  switch (engine) {
    case 'chromium': {
      const executable = findChromium();
      return executable === undefined ? undefined : chromiumLauncher(executable);
    }
    case 'firefox': {
      const executable = findFirefox();
      return executable === undefined ? undefined : firefoxLauncher(executable);
    }
    case 'webkit': {
      const programs = findWebKitGtk();
      return programs === undefined ? undefined : webkitGtkLauncher(programs);
    }
  }
}

/** Lit says once per page that it is its development build: nothing to act on. */
function isNotice(args: readonly unknown[]): boolean {
  return String(args[0]).includes('Lit is in dev mode');
}

export interface BrowserTestsOptions {
  engines: readonly Engine[];
  /** Absolute paths of test files. */
  files: readonly string[];
  /** Only tests whose full name contains it. */
  pattern?: string | undefined;
}

/** The element tests: real browsers, the sources as they are (types stripped), one page at a time in each. */
export async function browserTestsConfig({
  engines,
  files,
  pattern,
}: BrowserTestsOptions): Promise<TestRunnerConfig> {
  const browsers = engines.map(launcherFor).filter(launcher => launcher !== undefined);
  return {
    rootDir: repositoryRoot,
    // The runner's own choice is the same for two runs that start together.
    port: await freePort(),
    files: [...files],
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
    middleware: [serveAssetScripts, serveAssetFiles, serveTestAssets],
    browsers,
    concurrentBrowsers: browsers.length,
    browserStartTimeout: BROWSER_START_MS,
    testsStartTimeout: 120_000,
    testsFinishTimeout: 420_000,
    filterBrowserLogs: ({ args }) => !isNotice(args),
    testFramework: {
      config: { ui: 'bdd', timeout: BROWSER_TEST_MS, ...(pattern === undefined ? {} : { grep: pattern }) },
    },
  };
}
