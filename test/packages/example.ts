import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../support/free-port.ts';
import { repositoryRoot } from '../support/repository.ts';
import { TARBALLS } from './pack.ts';

/** A cold development server compiles before it answers. */
const READY_WITHIN_MS = 180_000;

/** Where the examples look for their server and for the service; each run has its own. */
const SERVER = 'http://127.0.0.1:4020';
const SERVICE = 'http://127.0.0.1:4010';

/** A program that answers at an address. */
export interface Served {
  /** Without a slash at the end. */
  readonly url: string;
  /** Ends it and all that it has started. */
  stop(): Promise<void>;
}

export interface InstallOptions {
  /** The address of the example's server, without a slash at the end. */
  readonly server: string;
  /** The service's, likewise. */
  readonly service: string;
  /** Names of packages that the example itself does not depend on. */
  readonly packages?: readonly string[];
  /** Texts that take the place of the example's files, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** Where its files are, below the repository; a later folder's go over an earlier one's. By default the example of that name. */
  readonly folders?: readonly string[];
  /** Some of its packages name a newer Node.js than they need: install them all the same. */
  readonly anyEngine?: boolean;
}

/** Set by the repository's own npm or by its test runner. */
const isOurs = ([name]: [string, unknown]): boolean => name.startsWith('npm_package_') || name === 'NODE_ENV';

/** The environment that a program has outside the repository. */
function outsideEnvironment(): NodeJS.ProcessEnv {
  const rest = Object.fromEntries(Object.entries(process.env).filter(entry => !isOurs(entry)));
  const telemetry = {
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  return { ...rest, ...telemetry, NG_CLI_ANALYTICS: 'false' };
}

/**
 * Starts a program and waits until it answers.
 *
 * @throws Error with what the program printed when it ends or does not answer in time.
 */
export async function serve(
  command: readonly [string, ...string[]],
  { port, cwd, env = {} }: { port: number; cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Served> {
  const [program, ...options] = command;
  // A group of its own: npm starts a shell, and that the program.
  const child = spawn(program, options, {
    cwd,
    env: { ...outsideEnvironment(), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const exit = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGKILL');
      await exit;
    }
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + READY_WITHIN_MS;
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`${command.join(' ')} does not answer at ${url}.\n${output.join('')}`);
    }
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  return { url, stop };
}

/** One of the examples, installed from the packed packages into an empty folder outside the repository. */
export class Example {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async install(name: string, options: InstallOptions): Promise<Example> {
    const folder = await mkdtemp(path.join(os.tmpdir(), `example-${name}-`));
    for (const place of options.folders ?? [`examples/${name}`])
      await cp(path.join(repositoryRoot, place), folder, { recursive: true });
    const example = new Example(folder);
    for (const [file, text] of Object.entries(options.files ?? {}))
      await writeFile(path.join(folder, file), text);
    await example.#pointTo(options);
    await example.#pointToTarballs(options.packages ?? []);
    example.#npm([
      'install',
      ...(options.anyEngine === true ? [] : ['--engine-strict']),
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      '--loglevel=error',
    ]);
    return example;
  }

  /** Runs a script of the example's. @throws Error with its output when it fails. */
  run(script: string): void {
    this.#npm(['run', '--silent', script]);
  }

  /** Starts a script of the example's; `PORT` in `options` and in its environment is the port where it is to answer. */
  async serve(script: string, ...options: readonly string[]): Promise<Served> {
    const port = await freePort();
    const given = options.map(option => option.replace('PORT', String(port)));
    return serve(['npm', 'run', '--silent', script, '--', ...given], {
      port,
      cwd: this.folder,
      env: { PORT: String(port) },
    });
  }

  /** The files below a folder of it that contain a text, as paths from there. */
  async filesWith(text: string, below: string): Promise<string[]> {
    const found: string[] = [];
    const folder = path.join(this.folder, below);
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      if ((await readFile(file)).includes(text)) found.push(path.relative(folder, file));
    }
    return found;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #pointTo({ server, service }: InstallOptions): Promise<void> {
    for (const entry of await readdir(this.folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(?:[jt]sx?|vue|svelte|astro|html|json)$/.test(entry.name)) continue;
      const file = path.join(entry.parentPath, entry.name);
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replaceAll(SERVER, server).replaceAll(SERVICE, service));
    }
  }

  async #pointToTarballs(more: readonly string[]): Promise<void> {
    const file = path.join(this.folder, 'package.json');
    const manifest: { dependencies: Record<string, string> } = JSON.parse(await readFile(file, 'utf8'));
    for (const [name, tarball] of Object.entries(TARBALLS)) {
      if (name in manifest.dependencies || more.includes(name))
        manifest.dependencies[name] = `file:${tarball}`;
    }
    await writeFile(file, JSON.stringify(manifest));
  }

  #npm(options: readonly string[]): void {
    const { status, stdout, stderr } = spawnSync('npm', options, {
      cwd: this.folder,
      env: outsideEnvironment(),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`npm ${options.join(' ')} failed:\n${stdout}${stderr}`);
  }
}
