/** Tokens by PKCS#11, each used in a process of its own, and where their modules are. */
import { fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Keystore,
  KeystoreError,
  type KeystoreProblem,
  type TokenCertificate,
} from '../keystore/keystore.ts';
import type { TokenOutcome, TokenTask } from './process-messages.ts';
import type { CertificateLocation } from './token.ts';

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

const PROGRAM = fileURLToPath(new URL('token-process.ts', import.meta.url));

const LIST_TIMEOUT_MS = 30_000;

/** Cards need a second or two for a signature. */
const SIGNATURE_TIMEOUT_MS = 10_000;

/** On a token's own pad. */
const PAD_TIMEOUT_MS = 120_000;

/** What the signer can do most about comes first. */
const BY_WEIGHT: readonly KeystoreProblem[] = ['no-native-part', 'no-certificate', 'no-token', 'failed'];

/** Tokens and cards by their drivers (PKCS#11). */
export class TokenKeystore implements Keystore {
  readonly #modules: readonly string[];
  readonly #env: NodeJS.ProcessEnv;

  /**
   * @param modules paths of drivers. Default: those in the places where vendors put them
   * @param env for the drivers, which read settings of their own there
   */
  constructor(modules: readonly string[] = installedModules(), env: NodeJS.ProcessEnv = process.env) {
    this.#modules = modules;
    this.#env = env;
  }

  get modules(): readonly string[] {
    return this.#modules;
  }

  async certificates(signal: AbortSignal): Promise<readonly TokenCertificate[]> {
    if (this.#modules.length === 0) throw new KeystoreError('no-module');
    const results = await Promise.allSettled(
      this.#modules.map(module => this.#run({ kind: 'certificates', module }, LIST_TIMEOUT_MS, signal)),
    );
    signal.throwIfAborted();
    const found = results.flatMap(result =>
      result.status === 'fulfilled' && result.value.kind === 'certificates' ? result.value.certificates : [],
    );
    if (found.length > 0) return eachOnce(found);
    const problems = results.map(result =>
      result.status === 'fulfilled' ? new KeystoreError('no-certificate') : toError(result.reason),
    );
    const heaviest = BY_WEIGHT.map(weight => problems.find(({ problem }) => problem === weight));
    throw heaviest.find(error => error !== undefined) ?? problems[0] ?? new KeystoreError('no-module');
  }

  async sign(
    { place, pin: entry }: TokenCertificate,
    digests: readonly Uint8Array[],
    pin: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[]> {
    const task: TokenTask = { kind: 'sign', place: placeOf(place), digests, pin };
    const each = SIGNATURE_TIMEOUT_MS + (entry === 'pad' ? PAD_TIMEOUT_MS : 0);
    const outcome = await this.#run(task, LIST_TIMEOUT_MS + digests.length * each, signal);
    if (outcome.kind !== 'signatures' || outcome.signatures.length !== digests.length)
      throw new KeystoreError('failed');
    return outcome.signatures;
  }

  /** Runs a task in its process, which is killed when it takes too long or the signal aborts. @throws KeystoreError */
  #run(task: TokenTask, timeoutMs: number, signal: AbortSignal): Promise<TokenOutcome> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    return new Promise((resolve, reject) => {
      if (until.aborted) {
        reject(new KeystoreError('failed'));
        return;
      }
      const child = fork(PROGRAM, {
        env: this.#env,
        serialization: 'advanced',
        // What drivers print is nobody's business.
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const kill = () => child.kill('SIGKILL');
      until.addEventListener('abort', kill);
      child.once('message', (outcome: TokenOutcome) => {
        if (outcome.kind === 'problem') reject(new KeystoreError(outcome.problem, outcome.detail));
        else resolve(outcome);
      });
      child.once('error', () => reject(new KeystoreError('failed', 'process')));
      child.once('exit', () => {
        until.removeEventListener('abort', kill);
        reject(new KeystoreError('failed', 'process'));
      });
      child.send(task);
    });
  }
}

/** Written by `TokenDriver.certificates`. */
function placeOf(place: string): CertificateLocation {
  return JSON.parse(place);
}

/** Two drivers may both know a token. */
function eachOnce(certificates: readonly TokenCertificate[]): TokenCertificate[] {
  const known = new Map<string, TokenCertificate>();
  for (const certificate of certificates) {
    const key = Buffer.from(certificate.der).toString('base64');
    if (!known.has(key)) known.set(key, certificate);
  }
  return [...known.values()];
}

function toError(reason: unknown): KeystoreError {
  return reason instanceof KeystoreError ? reason : new KeystoreError('failed');
}
