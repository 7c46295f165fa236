/** The program: arguments, settings, start, signals and end. */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { createLogs, type Logs } from '../support/logs.ts';
import { loadLocalMode } from './load-local-mode.ts';
import type { LocalMode } from './local-mode.ts';
import type { OpenService } from './open-service.ts';
import { misspeltSettings, readSettings, type RunSettings } from './run-settings.ts';
import { defaultOf, type Environment, type Setting, SETTING_GROUPS, SETTINGS } from './settings.ts';
import { describeStartError } from './start-errors.ts';
import { VERSION } from './version.ts';

/** The command line has an unknown or wrong option. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'run' | 'check'; readonly env: Environment };

/** The settings that can be given as options: `--port NUMBER`. */
const OPTION_SETTINGS = Object.entries<Setting>(SETTINGS).flatMap(([variable, { option, ...row }]) =>
  option === undefined
    ? []
    : [{ variable, usage: option, name: option.slice(2, option.indexOf(' ')), en: row.en }],
);

const OPTIONS: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
  ...Object.fromEntries(OPTION_SETTINGS.map(({ name }) => [name, { type: 'string' }])),
  check: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
};

const WIDTH = 100;

/** Lines of words, the first as far in as the others. */
function wrapped(text: string, indent: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (indent.length + line.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines.map(line => indent + line).join('\n');
}

function settingHelp([name, row]: [string, Setting]): string {
  const byDefault = defaultOf(row, 'en');
  const notes = [...(byDefault === '' ? [] : [`default: ${byDefault}`]), ...(row.secret ? ['secret'] : [])];
  const text = `${row.en}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
  return `  ${name}\n${wrapped(text.replaceAll('`', ''), '      ')}`;
}

/** The text of `--help`: the options, and every setting. */
export function helpText(): string {
  const options = [
    ...OPTION_SETTINGS.map(({ usage, variable }) => [usage, `the same as ${variable}`]),
    [
      '--check',
      'tries what the settings name, says in a line each what is right, missing or dangerous, and ends',
    ],
    ['--help, -h', 'this text'],
    ['--version, -v', 'the version'],
  ].map(([usage = '', text = '']) => `  ${usage.padEnd(16)} ${text}`);
  const groups = Object.entries(SETTING_GROUPS).map(([group, title]) => {
    const rows = Object.entries<Setting>(SETTINGS).filter(([, row]) => row.group === group);
    return `${title.en}\n${rows.map(settingHelp).join('\n')}`;
  });
  return `Usage: sign-session-service [options]

Runs the signing service with its API, the signer's pages, the verifier, the manual and the widget.

${options.join('\n')}

It ends with code 1 if it can't start, or --check finds something wrong, and with 2 for a wrong command line.

Settings come from the environment; an option goes before it.

${groups.join('\n\n')}
`;
}

/**
 * Merges command line options into the environment, or returns what else is asked for.
 * @throws UsageError
 */
export function readArguments(env: Environment, args: readonly string[]): Command {
  const values = parse(args);
  if (values['help'] === true) return { kind: 'help' };
  if (values['version'] === true) return { kind: 'version' };
  const said = OPTION_SETTINGS.flatMap(({ name, variable }) => {
    const value = values[name];
    return typeof value === 'string' ? [[variable, value]] : [];
  });
  return { kind: values['check'] === true ? 'check' : 'run', env: { ...env, ...Object.fromEntries(said) } };
}

function parse(args: readonly string[]): Readonly<Record<string, string | boolean | undefined>> {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
    );
  } catch (cause) {
    // Drop what follows Node's first sentence: it is about positional arguments, which do not exist here.
    const [reason = ''] = cause instanceof Error ? cause.message.split(/\. |\n/) : [];
    const names = Object.keys(OPTIONS).map(name => `--${name}`);
    const message = `${reason.replace(/\.$/, '')}. The options are ${names.join(', ')}.`;
    throw new UsageError(message, { cause });
  }
}

/** When npm forwards Ctrl+C too, it arrives twice within this time; a real second one comes later. */
const SAME_SIGNAL_MS = 500;

interface SignalOptions {
  /** Called at the first signal; it exits the process when done. */
  readonly leave: () => void;
  readonly exit: (code: number) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/**
 * Leaves at the first signal, and exits at once at the second.
 * @returns the handler to call at each signal, with the exit code
 */
export function signalHandler({ leave, exit, now = () => performance.now() }: SignalOptions) {
  let leaving: number | undefined;
  return (code: number): void => {
    if (leaving === undefined) {
      leaving = now();
      leave();
    } else if (now() - leaving > SAME_SIGNAL_MS) exit(code);
  };
}

/**
 * V8 lets the space for new objects grow from 1 MB to 48 MB while there is much to do, and does not give it back. A
 * service that computes little on its main thread is no faster for it.
 */
setFlagsFromString('--semi-space-growth-factor=1');

/**
 * V8 clears old objects away when they are four times as many as are in use, where the machine has much memory: 250 MB while a
 * batch is signed with a certificate. At one and a half times it is as fast.
 */
setFlagsFromString('--heap-growing-percent=50');

interface RunOptions {
  readonly env: Environment;
  /** Command line arguments: `--port 4011`. */
  readonly args?: readonly string[];
  /** Runs after the port and the data folder were taken, and before anything is served. */
  readonly prepare?: () => Promise<void>;
}

/** Prints the clients. Shows only the published secrets, and to people only: others must not appear in a log. */
function announceClients(
  { clientSecrets, mode }: RunSettings,
  local: LocalMode | undefined,
  { format, info: say }: Logs,
): void {
  const isPublished = clientSecrets === 'published';
  const secrets = isPublished ? (local?.secrets ?? {}) : clientSecrets;
  for (const [client, purpose] of [
    ['local', 'sandbox, every feature'],
    ['limited', `${mode === 'public' ? 'sandbox' : 'production'}, two of everything a month`],
    ['basic', 'sandbox, no trust sessions and no biometrics'],
  ] as const) {
    if (secrets[client] === undefined) continue;
    const secret = isPublished ? secrets[client] : '(the secret that was set)';
    say(`Client ${client}${format === 'text' ? ` / ${secret}` : ''}: ${purpose}.`);
  }
}

/** Prints the URLs of what is served. */
function announceAddresses(
  settings: RunSettings,
  { publicUrl, metricsAddress }: OpenService,
  local: LocalMode | undefined,
  { info: say }: Logs,
): void {
  const { pages, databaseUrl, dataFolder } = settings;
  const at = (path: string) => new URL(path, publicUrl).href;
  local?.announce(at).forEach(line => say(line));
  if (pages !== undefined) say(`Verifier:  ${at('/verify')}`);
  say(`Interface: ${at('/openapi.json')}`);
  if (metricsAddress !== undefined) say(`Metrics:   ${metricsAddress}`);
  say(`Data:      ${databaseUrl === undefined ? dataFolder : 'on the server that DATABASE_URL names'}`);
}

/** Closes at the first SIGINT or SIGTERM; exits at once at the second. */
function leaveAtSignal(service: OpenService, { error: complain }: Logs): void {
  const leave = async () => {
    try {
      await service.close();
      process.exit(0);
    } catch (error) {
      complain(`Stopped with an error: ${describeStartError(error, undefined)}`);
      process.exit(1);
    }
  };
  const handle = signalHandler({ leave: () => void leave(), exit: code => process.exit(code) });
  // 128 plus the signal's number, as in shells.
  process.on('SIGTERM', () => handle(143));
  process.on('SIGINT', () => handle(130));
}

/**
 * Runs the service until a signal ends it, or does what else the command line asks for. Settings come from the environment
 * (settings.ts has them all), and some from the command line.
 *
 * If it cannot start, it says why and ends the process with code 1, or 2 if the command line is wrong.
 * @returns the address listened on
 */
export async function run({ env, args = [], prepare }: RunOptions): Promise<string> {
  const began = performance.now();
  let settings: RunSettings | undefined;
  let logs = createLogs('text');
  try {
    const command = readArguments(env, args);
    if (command.kind === 'help' || command.kind === 'version') {
      logs.info(command.kind === 'help' ? helpText().trimEnd() : VERSION);
      return process.exit(0);
    }
    if (command.kind === 'check') {
      const { checkInstallation } = await import('./check/check-installation.ts');
      return process.exit((await checkInstallation(command.env, logs.info)) ? 0 : 1);
    }
    settings = readSettings(command.env);
    logs = createLogs(settings.logFormat);
    misspeltSettings(command.env).forEach(line => logs.warn(line));
    logs.info('Starting. The first start makes keys and a database, and takes longer.');
    // Imported only now, so that a wrong command line is reported quickly.
    const { openService } = await import('./open-service.ts');
    const local = await loadLocalMode(settings);
    const service = await openService(settings, { env: command.env, logs, prepare, local });
    // Before the ready message: whoever reads it may send a signal at once.
    leaveAtSignal(service, logs);
    announceClients(settings, local, logs);
    announceAddresses(settings, service, local, logs);
    if (service.publicUrl !== service.address) logs.info(`Listening at ${service.address}.`);
    logs.info(`Ready at ${service.publicUrl} after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    return service.address;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    logs.error(isUsage ? error.message : `Cannot start: ${describeStartError(error, settings)}`);
    return process.exit(isUsage ? 2 : 1);
  }
}
