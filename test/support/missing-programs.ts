import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ENGINES, hasTool, isInstalled, TOOLS, type Engine, type Tool } from './browsers.ts';

type Program = Engine | Tool;

interface Source {
  /** How people call it. */
  label: string;
  /** Debian's packages. */
  packages: readonly string[];
  /** How to get it elsewhere. */
  elsewhere: string;
}

const SOURCES: Readonly<Record<Program, Source>> = {
  chromium: { label: 'Chromium', packages: ['chromium'], elsewhere: 'install Chrome or set CHROMIUM_PATH' },
  firefox: { label: 'Firefox', packages: ['firefox-esr'], elsewhere: 'install Firefox or set FIREFOX_PATH' },
  webkit: {
    label: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb'],
    elsewhere: 'needs Linux with WebKitGTK’s MiniBrowser, WebKitWebDriver and Xvfb',
  },
  openssl: { label: 'openssl', packages: ['openssl'], elsewhere: 'install OpenSSL 3' },
  qpdf: { label: 'qpdf', packages: ['qpdf'], elsewhere: 'install qpdf' },
  pdfsig: {
    label: 'pdfsig',
    // With what Poppler needs to draw Chinese, Japanese and Korean.
    packages: ['poppler-utils', 'poppler-data', 'fonts-droid-fallback'],
    elsewhere: 'install Poppler’s tools',
  },
  pg_ctlcluster: {
    label: 'PostgreSQL',
    packages: ['postgresql'],
    elsewhere: 'needs Debian’s PostgreSQL 15 or later',
  },
};

/** Those of the programs the tests can use that this machine does not have. */
export function missingPrograms(engines: readonly Engine[] = ENGINES): Program[] {
  const wanted = ENGINES.filter(engine => engines.includes(engine));
  return [...wanted.filter(engine => !isInstalled(engine)), ...TOOLS.filter(tool => !hasTool(tool))];
}

function packagesOf(programs: readonly Program[]): string[] {
  return programs.flatMap(program => [...SOURCES[program].packages]);
}

/** Debian and its children, as root: the one place where installing needs no question. */
export function canInstall(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function aptGet(...args: string[]): boolean {
  const { status, stderr } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) console.error(`apt-get ${args.join(' ')} failed.\n${stderr.trim()}`);
  return status === 0;
}

/**
 * Installs with apt-get, one program after the other, so that one that the distribution lacks (Ubuntu's
 * chromium is a snap) does not keep the others away. What could not be installed stays missing.
 */
export function installPrograms(programs: readonly Program[]): void {
  console.log(`Installing ${packagesOf(programs).join(' ')} with apt-get …`);
  if (!aptGet('update', '-qq')) return;
  for (const program of programs) {
    aptGet('install', '-y', '-qq', '--no-install-recommends', ...SOURCES[program].packages);
  }
}

/** One line: what is not there, and how to get it. */
export function describeMissing(programs: readonly Program[]): string {
  const hints = existsSync('/usr/bin/apt-get')
    ? `as root: apt-get install ${packagesOf(programs).join(' ')}`
    : programs.map(program => `${SOURCES[program].label}: ${SOURCES[program].elsewhere}`).join('; ');
  return `Not installed: ${programs.map(program => SOURCES[program].label).join(', ')} (${hints}).`;
}
