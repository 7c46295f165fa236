/**
 * Installs the programs that tests need and this machine lacks: `node --import tsx test/support/install-programs.ts`.
 * With apt-get on Debian as root; elsewhere it says what is missing: tests that need it are skipped, and with
 * `CI=true` it fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hasTool, isInstalled } from './browsers.ts';
import { isFullRun } from './test-files.ts';

const { platform } = process;
const isDebian = existsSync('/usr/bin/apt-get');

/** What has to be there, and Debian's packages that bring it. */
const PROGRAMS: readonly { name: string; isThere: () => boolean; packages: readonly string[] }[] = [
  { name: 'Chromium', isThere: () => isInstalled('chromium'), packages: ['chromium'] },
  { name: 'Firefox', isThere: () => isInstalled('firefox'), packages: ['firefox-esr'] },
  { name: 'WebKitGTK', isThere: () => isInstalled('webkit'), packages: ['webkit2gtk-driver', 'xvfb'] },
  { name: 'PostgreSQL', isThere: () => hasTool('pg_ctlcluster'), packages: ['postgresql'] },
  { name: 'OpenSSL', isThere: () => hasTool('openssl'), packages: ['openssl'] },
  { name: 'Caddy', isThere: () => hasTool('caddy'), packages: ['caddy'] },
  { name: 'qpdf', isThere: () => hasTool('qpdf'), packages: ['qpdf'] },
  {
    name: 'Poppler',
    isThere: () => hasTool('pdfsig'),
    // With what Poppler needs to draw Chinese, Japanese and Korean.
    packages: ['poppler-utils', 'poppler-data', 'fonts-droid-fallback'],
  },
  { name: 'MuPDF', isThere: () => hasTool('mutool'), packages: ['mupdf-tools'] },
  { name: 'Ghostscript', isThere: () => hasTool('gs'), packages: ['ghostscript'] },
  {
    name: 'OpenStack Swift, for the tests of object storage with FULL=1',
    isThere: () => !isFullRun || hasTool('swift-proxy-server'),
    packages: ['swift', 'swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
  },
  {
    name: 'SoftHSM and OpenSC, for the tests of the token bridge with FULL=1',
    isThere: () => !isFullRun || (hasTool('softhsm2-util') && hasTool('pkcs11-tool')),
    packages: ['softhsm2', 'opensc'],
  },
  {
    // Poppler then draws fonts that a file does not bring as pdf.js does, which has them with it.
    name: 'the Liberation fonts',
    isThere: () => !isDebian || existsSync('/usr/share/fonts/truetype/liberation'),
    packages: ['fonts-liberation'],
  },
];

function aptGet(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (status !== 0) console.error(`apt-get ${args.join(' ')} failed.`);
}

const missing = () => PROGRAMS.filter(({ isThere }) => !isThere());

if (missing().length > 0 && isDebian && process.getuid?.() === 0) {
  aptGet('update', '-qq');
  // One after the other: one that the distribution lacks (Ubuntu's chromium is a snap) keeps no other away.
  for (const { packages } of missing())
    aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
if (missing().length > 0) {
  const packages = missing().flatMap(program => program.packages);
  console.error(
    `Not installed: ${missing()
      .map(({ name }) => name)
      .join(', ')}.`,
  );
  if (platform === 'linux') console.error(`On Debian, as root: apt-get install ${packages.join(' ')}`);
  if (process.env['CI'] === 'true') process.exitCode = 1;
}
