import { parseArgs } from 'node:util';
import type { Environment } from './run-settings.ts';

/** The command line has an unknown or wrong option. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Command =
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
