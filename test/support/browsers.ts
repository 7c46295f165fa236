import { accessSync, constants, readdirSync } from 'node:fs';
import path from 'node:path';

/** The engines every element test runs in. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

/** The command-line programs some tests verify signed files with, and what starts a database server. */
export const TOOLS = [
  'caddy',
  'openssl',
  'gs',
  'mutool',
  'qpdf',
  'pdfsig',
  'pg_ctlcluster',
  'pkcs11-tool',
  'softhsm2-util',
  'swift-proxy-server',
] as const;
export type Tool = (typeof TOOLS)[number];

/** Everything WebKitGTK needs to be driven: the browser, its WebDriver server and a screen without a monitor. */
export interface WebKitGtkPrograms {
  miniBrowser: string;
  webDriver: string;
  /** Absent where a display is there already (`DISPLAY` is set). */
  xvfb?: string;
}

const { env, platform } = process;

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first of `names` found as an executable in `PATH` (with `.exe` on Windows), as an absolute path. */
function inPath(...names: string[]): string | undefined {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter(folder => folder !== '');
  const extension = platform === 'win32' ? '.exe' : '';
  return names
    .flatMap(name => folders.map(folder => path.join(folder, name + extension)))
    .find(file => isExecutable(file));
}

function windowsPrograms(...tails: string[]): string[] {
  const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
  return roots.flatMap(root => (root === undefined ? [] : tails.map(tail => path.join(root, tail))));
}

function installedAt(files: readonly string[]): string | undefined {
  return files.find(file => isExecutable(file));
}

/**
 * Google Chrome, Chromium or Edge; `CHROMIUM_PATH` (or `CHROME_PATH`) names another one.
 *
 * @returns the path of the executable, `undefined` when there is none.
 */
export function findChromium(): string | undefined {
  const named = env['CHROMIUM_PATH'] ?? env['CHROME_PATH'];
  if (named !== undefined) return named;
  if (platform === 'darwin') {
    return installedAt([
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ]);
  }
  if (platform === 'win32') {
    return installedAt(
      windowsPrograms('Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'),
    );
  }
  return inPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge');
}

/** Firefox or Firefox ESR; `FIREFOX_PATH` names another one. See {@link findChromium}. */
export function findFirefox(): string | undefined {
  if (env['FIREFOX_PATH'] !== undefined) return env['FIREFOX_PATH'];
  if (platform === 'darwin') return installedAt(['/Applications/Firefox.app/Contents/MacOS/firefox']);
  if (platform === 'win32') return installedAt(windowsPrograms('Mozilla Firefox/firefox.exe'));
  return inPath('firefox-esr', 'firefox');
}

/** Distributions keep MiniBrowser beside the library, in a folder named after its interface version. */
function findMiniBrowser(): string | undefined {
  const libraries = ['/usr/lib', '/usr/lib64', '/usr/libexec'].flatMap(folder => {
    try {
      return [folder, ...readdirSync(folder).map(name => path.join(folder, name))];
    } catch {
      return [];
    }
  });
  const versions = ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'];
  return installedAt(
    versions.flatMap(version => libraries.map(folder => path.join(folder, version, 'MiniBrowser'))),
  );
}

/**
 * WebKitGTK with what drives it (Linux only); `MINIBROWSER_PATH` names another MiniBrowser.
 *
 * @returns `undefined` when one of the programs is missing.
 */
export function findWebKitGtk(): WebKitGtkPrograms | undefined {
  if (platform !== 'linux') return undefined;
  const miniBrowser = env['MINIBROWSER_PATH'] ?? findMiniBrowser();
  const webDriver = inPath('WebKitWebDriver');
  const xvfb = inPath('Xvfb');
  if (miniBrowser === undefined || webDriver === undefined) return undefined;
  if (xvfb !== undefined) return { miniBrowser, webDriver, xvfb };
  return env['DISPLAY'] === undefined ? undefined : { miniBrowser, webDriver };
}

export function isInstalled(engine: Engine): boolean {
  switch (engine) {
    case 'chromium':
      return findChromium() !== undefined;
    case 'firefox':
      return findFirefox() !== undefined;
    case 'webkit':
      return findWebKitGtk() !== undefined;
  }
}

export function hasTool(tool: Tool): boolean {
  return inPath(tool) !== undefined;
}
