import { parseArgs } from 'node:util';
import { DEFAULT_PORT } from '@sign-session/bridge-protocol';
import { LOCALES, type Locale } from './messages/messages.ts';

export type BridgeCommand =
  | {
      readonly kind: 'start';
      readonly port: number;
      /** Paths of drivers; empty: those that are found. */
      readonly modules: readonly string[];
      /** Questions on the terminal, also where there is a desktop. */
      readonly terminal: boolean;
      readonly locale: Locale | undefined;
    }
  | { readonly kind: 'sites' }
  /** `origin` undefined: all. */
  | { readonly kind: 'forget'; readonly origin: string | undefined }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' };

export const USAGE = `sign-session-bridge [options]         lets pages sign with tokens and cards, until Ctrl+C
sign-session-bridge sites             lists the sites that are paired
sign-session-bridge forget SITE       revokes one, such as https://bank.example
sign-session-bridge forget --all      revokes all

  --port N       the port on loopback, ${DEFAULT_PORT} by default; pages have to know it
  --module FILE  a PKCS#11 driver, instead of those that are found; may be repeated
  --terminal     asks on the terminal, also where there is a desktop
  --lang TAG     ${LOCALES.join(', ')}; by default the system's
`;

/** @throws Error that says what is wrong with the arguments */
export function readArguments(args: readonly string[]): BridgeCommand {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      module: { type: 'string', multiple: true },
      terminal: { type: 'boolean' },
      lang: { type: 'string' },
      all: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  });
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  const [command, origin, ...rest] = positionals;
  if (command === 'sites' && origin === undefined) return { kind: 'sites' };
  if (command === 'forget' && rest.length === 0 && (origin === undefined) === (values.all === true))
    return { kind: 'forget', origin };
  if (command !== undefined) throw new Error(`Unknown: ${positionals.join(' ')}`);
  return {
    kind: 'start',
    port: portOf(values.port),
    modules: values.module ?? [],
    terminal: values.terminal === true,
    locale: localeOf(values.lang),
  };
}

function portOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new Error(`--port ${text}: from 1 to 65535`);
  return port;
}

function localeOf(tag: string | undefined): Locale | undefined {
  const locale = LOCALES.find(known => known === tag);
  if (tag !== undefined && locale === undefined) throw new Error(`--lang ${tag}: ${LOCALES.join(', ')}`);
  return locale;
}
