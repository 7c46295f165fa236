#!/usr/bin/env node
import manifest from '../package.json' with { type: 'json' };
import { readArguments, USAGE, type BridgeCommand } from './arguments.ts';
import { KeystoreError } from './keystore/keystore.ts';
import type { BridgeMessages } from './messages/bridge-messages.ts';
import { messagesOf, systemLocale } from './messages/messages.ts';
import { loadPkcs11 } from './pkcs11/pkcs11-api.ts';
import { TokenKeystore } from './pkcs11/token-keystore.ts';
import type { Dialogs } from './questions/dialogs.ts';
import { DesktopDialogs, desktopHere } from './questions/desktop-dialogs.ts';
import { Questions } from './questions/questions.ts';
import { TerminalDialogs } from './questions/terminal-dialogs.ts';
import { isInUse, startBridge } from './server/bridge.ts';
import { Pairings } from './server/pairings.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What an error of tokens means to who signs; undefined for what a question told already. */
function textOf(error: unknown, t: BridgeMessages): string | undefined {
  if (!(error instanceof KeystoreError)) return t.failed;
  switch (error.problem) {
    case 'no-native-part':
      return t.noNativePart;
    case 'no-module':
      return t.noModule;
    case 'no-token':
      return t.noToken;
    case 'no-certificate':
      return t.noCertificate;
    case 'pin-locked':
      return t.pinLocked;
    case 'module-unusable':
    case 'failed':
      return `${t.failed} (${error.message})`;
    case 'pin-wrong':
    case 'pin-wrong-last-try':
    case 'pin-cancelled':
      return undefined;
  }
}

/** Windows where there is a desktop, else the terminal. */
function dialogsFor(onTerminal: boolean, t: BridgeMessages): { dialogs: Dialogs; close: () => void } {
  const desktop = onTerminal ? undefined : desktopHere();
  if (desktop !== undefined) return { dialogs: new DesktopDialogs(desktop), close: () => undefined };
  const { stdin: input, stdout: output } = process;
  const terminal = new TerminalDialogs({ input, output, withdrawn: t.withdrawn });
  return { dialogs: terminal, close: () => terminal.close() };
}

async function start(command: Extract<BridgeCommand, { kind: 'start' }>): Promise<void> {
  const locale = command.locale ?? systemLocale();
  const t = messagesOf(locale);
  const report = (error: unknown) => {
    const text = textOf(error, t);
    if (text !== undefined) say(text);
  };
  const keystore = new TokenKeystore(command.modules.length > 0 ? command.modules : undefined);
  if (keystore.modules.length === 0) throw new KeystoreError('no-module');
  loadPkcs11();
  const { dialogs, close } = dialogsFor(command.terminal, t);
  const questions = new Questions(dialogs, locale);
  const parts = { keystore, questions, pairings: new Pairings(), version: manifest.version };
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  const bridge = await startBridge({ ...parts, port: command.port, report });
  stop.signal.addEventListener('abort', () => {
    close();
    void bridge.close();
  });
  for (const module of keystore.modules) say(t.module(module));
  say(t.started(`127.0.0.1:${bridge.port}`));
  say(t.stop);
  await keystore.certificates(stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) report(error);
  });
}

async function run(command: BridgeCommand): Promise<void> {
  const t = messagesOf(systemLocale());
  switch (command.kind) {
    case 'help':
      return say(USAGE);
    case 'version':
      return say(manifest.version);
    case 'sites': {
      const sites = await new Pairings().list();
      say(
        sites.length === 0 ? t.noSites : sites.map(({ origin, since }) => t.site(origin, since)).join('\n'),
      );
      return;
    }
    case 'forget':
      return say(t.revoked(await new Pairings().remove(command.origin)));
    case 'start':
      return start(command);
  }
}

function commandOf(args: readonly string[]): BridgeCommand | undefined {
  try {
    return readArguments(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : ''}\n\n${USAGE}`);
    return undefined;
  }
}

const command = commandOf(process.argv.slice(2));
try {
  if (command === undefined) process.exitCode = 2;
  else await run(command);
} catch (error) {
  const t = messagesOf((command?.kind === 'start' ? command.locale : undefined) ?? systemLocale());
  const port = command?.kind === 'start' ? command.port : 0;
  process.stderr.write(`${isInUse(error) ? t.portTaken(port) : (textOf(error, t) ?? '')}\n`);
  // A terminal's questions would keep it open.
  process.exit(1);
}
