/** The program: arguments, settings, start, signals and end. */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { createLogs, type Logs } from '../support/logs.ts';
import { loadLocalMode } from './load-local-mode.ts';
import type { LocalMode } from './local-mode.ts';
import type { OpenService } from './open-service.ts';
import { type Environment, readSettings, type RunSettings } from './run-settings.ts';
import { describeStartError } from './start-errors.ts';
import { VERSION } from './version.ts';

/** The command line has an unknown or wrong option. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly env: Environment };

/** The environment variable of each option. */
const VARIABLES = { host: 'HOST', port: 'PORT', data: 'DATA_DIR', config: 'TENANTS_FILE' } as const;

const OPTIONS = {
  host: { type: 'string' },
  port: { type: 'string' },
  data: { type: 'string' },
  config: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

export const HELP = `Usage: sign-session-service [options]

Runs the signing service with its API, the signer's pages, the verifier, the QA console and the widget.

  --port NUMBER   where to listen (4010; 0 takes any free port)
  --host ADDRESS  of this machine (127.0.0.1)
  --data FOLDER   where the data is kept (.sign-session)
  --config FILE   tenants and clients besides the service's own, in JSON
  --help, -h      this text
  --version, -v   the version

All other settings, and these as well, come from the environment: PORT, HOST, DATA_DIR, TENANTS_FILE, PUBLIC_URL,
DATABASE_URL, LOCAL_MODE, SMTP_URL and more. README.md of this package lists them.
`;

/**
 * Merges command line options into the environment, or returns what else is asked for.
 * @throws UsageError
 */
export function readArguments(env: Environment, args: readonly string[]): Command {
  const values = parse(args);
  if (values['help'] === true) return { kind: 'help' };
  if (values['version'] === true) return { kind: 'version' };
  const said = Object.entries(VARIABLES).flatMap(([option, variable]) => {
    const value = values[option];
    return value === undefined ? [] : [[variable, value]];
  });
  return { kind: 'run', env: { ...env, ...Object.fromEntries(said) } };
}

function parse(args: readonly string[]): Readonly<Record<string, string | boolean | undefined>> {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
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
 * service that computes little on its main thread is no faster for it. Imported first, before what is loaded makes it grow.
 */

setFlagsFromString('--semi-space-growth-factor=1');

// First: it is about all that is loaded after it.

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
 * Runs the service until a signal ends it. Settings come from the environment, and some from the
 * command line (see arguments.ts):
 *   HOST, PORT            where to listen (127.0.0.1, 4010; 0 takes any free port)
 *   PUBLIC_URL            the base URL of links (default: the address listened on)
 *   SANDBOX_URL, PRODUCTION_URL   a URL for each environment; the other's credentials are refused there
 *   TRUSTED_PROXIES       proxies whose X-Forwarded-For or Forwarded is trusted: addresses, ranges, `loopback`
 *   TENANTS_FILE          tenants and clients besides the built-in ones; the same as --config FILE
 *   CLOUD_PROVIDERS_FILE  providers of cloud certificates (see cloud-certificates/providers.ts)
 *   DATA_DIR              the data folder (.sign-session)
 *   DATABASE_URL          a PostgreSQL server instead of the data folder
 *   DATABASE_POOL_SIZE    connections to it at once (10)
 *   S3_BUCKET_URL         a bucket of an object store for the documents, with S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY,
 *                         S3_REGION (us-east-1), S3_PREFIX, S3_ENCRYPTION (AES256 or aws:kms, with S3_KMS_KEY_ID),
 *                         S3_DOWNLOADS (`service` or `direct`), S3_ALLOW_HTTP (`true` allows http),
 *                         S3_ADOPT (`true` takes a bucket of another database)
 *   LOCAL_MODE            `on`, `off` or `public` (see operating-mode.ts). Default: on, unless HOST or a public URL is
 *                         reached by others, or DATABASE_URL or S3_BUCKET_URL is set; then this is production
 *   LOCAL_CLIENT_SECRET, LIMITED_CLIENT_SECRET, BASIC_CLIENT_SECRET   instead of the well-known ones; 16 characters or more
 *   WELL_KNOWN_SECRETS    `off` disables built-in clients whose secret is not set, as it is outside local mode
 *   ADMIN_TOKEN           lets its holder create clients of a tenant (POST /admin/tenants/{id}/credentials)
 *   SMTP_URL, MAIL_FROM   a mail server for e-mails, instead of the inbox of local mode
 *   SMS_GATEWAY_URL       an HTTP gateway for SMS, likewise (see messages/senders.ts)
 *   SMS_GATEWAY_TOKEN     sent to the gateway as `Authorization: Bearer`
 *   TSA_URL               an authority that timestamps signers' signatures (RFC 3161, over HTTP)
 *   TSA_TOKEN             sent to it as `Authorization: Bearer`; or TSA_TOKEN_URL, TSA_CLIENT_ID, TSA_CLIENT_SECRET
 *                         and optionally TSA_SCOPE, to get tokens by OAuth client credentials
 *   METRICS_PORT          serves /metrics for Prometheus on this port (0 takes any free one); default: not at all
 *   METRICS_HOST, METRICS_TOKEN   its address (127.0.0.1), and a token that must be sent as `Authorization: Bearer`
 *   LOG_FORMAT            `text` (lines for people) or `json` (an object a line, see support/logs.ts)
 *   ALLOW_LOCAL_WEBHOOKS  `true` allows webhooks to this machine, also over http
 *   TRUSTED_ROOTS         a file of root certificates in PEM, such as ICP-Brasil's, that signers' certificates lead to
 *   GOV_BR_ROOTS          a file of certificates in PEM: the root and the authorities below it by which the gov.br portal
 *                         signs. Documents signed there may then be handed in, where the tenant allows it
 *   SEALING_CERTIFICATE, SEALING_KEY   files in PEM: the certificate to seal with, up to its root, and its RSA key;
 *                         by default the service makes a test certificate for itself
 *   PAGES_DIR, WIDGET_DIR the two builds to serve; without both, the API alone
 *   CONSOLE_DIR           the built QA console, which local mode shows at /
 *   MANUAL_DIR            the built manual, served at /manual beside them
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
    if (command.kind !== 'run') {
      logs.info(command.kind === 'help' ? HELP.trimEnd() : VERSION);
      return process.exit(0);
    }
    settings = readSettings(command.env);
    logs = createLogs(settings.logFormat);
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
