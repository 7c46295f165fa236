import { realpathSync } from 'node:fs';
import path from 'node:path';

const LINUX_FOLDERS = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'];

/** Where vendors' installers put their PKCS#11 drivers: SafeNet, SafeSign (G&D), Watchdata, OpenSC, SoftHSM. */
const LINUX = [
  ...inFolders(LINUX_FOLDERS, 'libeToken.so', 'libeTPkcs11.so'),
  ...inFolders(LINUX_FOLDERS, 'libaetpkss.so.3', 'libaetpkss.so'),
  '/usr/lib/watchdata/ICP/lib/libwdpkcs_icp.so',
  '/usr/lib/watchdata/lib/libwdpkcs.so',
  '/opt/watchdata/lib64/libwdpkcs.so',
  ...inFolders([...LINUX_FOLDERS, '/usr/local/lib64', '/usr/local/lib'], 'libwdpkcs.so'),
  ...inFolders(LINUX_FOLDERS, 'opensc-pkcs11.so', 'pkcs11/opensc-pkcs11.so'),
  ...inFolders(LINUX_FOLDERS, 'softhsm/libsofthsm2.so', 'libsofthsm2.so'),
];

const MAC = [
  '/usr/local/lib/libeToken.dylib',
  '/Library/Frameworks/eToken.framework/Versions/Current/libeToken.dylib',
  '/usr/local/lib/libeTPkcs11.dylib',
  '/Applications/tokenadmin.app/Contents/Frameworks/libaetpkss.dylib',
  '/usr/local/lib/libaetpkss.dylib',
  '/usr/local/lib/libwdpkcs.dylib',
  '/Library/OpenSC/lib/opensc-pkcs11.so',
  '/opt/homebrew/lib/opensc-pkcs11.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
];

function windows(env: NodeJS.ProcessEnv): string[] {
  const system = path.win32.join(env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32');
  const programs = env['ProgramFiles'] ?? String.raw`C:\Program Files`;
  return [
    path.win32.join(system, 'eTPKCS11.dll'),
    path.win32.join(system, 'aetpkss1.dll'),
    path.win32.join(system, 'WDPKCS.dll'),
    path.win32.join(system, String.raw`Watchdata\Watchdata ICP CSP v1.0\WDPKCS.dll`),
    path.win32.join(programs, String.raw`OpenSC Project\OpenSC\pkcs11\opensc-pkcs11.dll`),
    String.raw`C:\SoftHSM2\lib\softhsm2-x64.dll`,
  ];
}

function inFolders(folders: readonly string[], ...names: readonly string[]): string[] {
  return folders.flatMap(folder => names.map(name => `${folder}/${name}`));
}

/** The drivers that are installed here, each once: the same may be linked to from several places. */
export function installedModules(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): string[] {
  const known = platform === 'win32' ? windows(env) : platform === 'darwin' ? MAC : LINUX;
  const real = known.map(file => {
    try {
      return realpathSync(file);
    } catch {
      return undefined;
    }
  });
  return [...new Set(real.filter(file => file !== undefined))];
}
