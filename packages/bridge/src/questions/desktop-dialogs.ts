/** Questions to the signer in windows of their desktop. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Answers, Dialogs } from './dialogs.ts';

/** A program that shows a window, and how it is told what to ask. */
interface WindowCall {
  readonly program: string;
  readonly args: readonly string[];
  /** Besides the bridge's own. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * The windows of a desktop. A call that ends with 0 is a yes; what was typed, or the number of the chosen option, from 1,
 * is the first thing that it prints.
 */
interface DesktopPrograms {
  confirm(text: string, yes: string, no: string): WindowCall;
  choose(text: string, options: readonly string[]): WindowCall;
  secret(text: string, yes: string, no: string): WindowCall;
}

const TITLE = 'sign-session-bridge';

const numbered = (options: readonly string[]): string[] =>
  options.map((option, index) => `${index + 1}. ${option}`);

/** GNOME's, and other GTK desktops'. */
export const zenity: DesktopPrograms = {
  confirm: (text, yes, no) => ({
    program: 'zenity',
    args: [
      '--question',
      '--no-markup',
      '--default-cancel',
      '--width=480',
      `--title=${TITLE}`,
      `--text=${text}`,
      `--ok-label=${yes}`,
      `--cancel-label=${no}`,
    ],
  }),
  choose: (text, options) => ({
    program: 'zenity',
    args: [
      '--list',
      '--width=640',
      `--title=${TITLE}`,
      `--text=${text}`,
      '--column=',
      '--column=',
      '--hide-header',
      '--print-column=1',
      ...options.flatMap((option, index) => [String(index + 1), option]),
    ],
  }),
  // Its texts are markup.
  secret: text => ({
    program: 'zenity',
    args: ['--entry', '--hide-text', `--title=${TITLE}`, `--text=${text.replaceAll('&', '&amp;')}`],
  }),
};

/** KDE's. */
export const kdialog: DesktopPrograms = {
  confirm: (text, yes, no) => ({
    program: 'kdialog',
    args: ['--title', TITLE, '--yes-label', yes, '--no-label', no, '--yesno', text],
  }),
  choose: (text, options) => ({
    program: 'kdialog',
    args: [
      '--title',
      TITLE,
      '--menu',
      text,
      ...options.flatMap((option, index) => [String(index + 1), option]),
    ],
  }),
  secret: text => ({ program: 'kdialog', args: ['--title', TITLE, '--password', text] }),
};

/** Lines of AppleScript around what is shown, which comes as arguments: no text becomes a part of the script. */
function appleScript(lines: readonly string[], args: readonly string[]): WindowCall {
  const script = ['on run argv', ...lines, 'end run'].flatMap(line => ['-e', line]);
  return { program: 'osascript', args: [...script, ...args] };
}

/** macOS's. */
export const osascript: DesktopPrograms = {
  confirm: (text, yes, no) =>
    appleScript(
      [
        `set given to display dialog (item 1 of argv) with title "${TITLE}" buttons {item 3 of argv, item 2 of argv} default button 1`,
        'if button returned of given is not item 2 of argv then error number -128',
      ],
      [text, yes, no],
    ),
  choose: (text, options) =>
    appleScript(
      [
        `set given to choose from list (items 2 thru -1 of argv) with title "${TITLE}" with prompt (item 1 of argv)`,
        'if given is false then error number -128',
        'return item 1 of given',
      ],
      [text, ...numbered(options)],
    ),
  secret: (text, yes, no) =>
    appleScript(
      [
        `set given to display dialog (item 1 of argv) with title "${TITLE}" default answer "" with hidden answer buttons {item 3 of argv, item 2 of argv} default button 2`,
        'if button returned of given is not item 2 of argv then error number -128',
        'return text returned of given',
      ],
      [text, yes, no],
    ),
};

/** What is shown comes by the environment: no text becomes a part of the command. */
function powerShellCall(command: string, text: string, options: readonly string[] = []): WindowCall {
  return {
    program: 'powershell.exe',
    args: ['-NoProfile', '-Command', command],
    env: { BRIDGE_TEXT: text, BRIDGE_OPTIONS: numbered(options).join('\n') },
  };
}

/** Windows'. Its buttons have the system's words. */
export const powerShell: DesktopPrograms = {
  confirm: text =>
    powerShellCall(
      `Add-Type -AssemblyName System.Windows.Forms; if ([System.Windows.Forms.MessageBox]::Show($env:BRIDGE_TEXT, '${TITLE}', 'YesNo', 'Question', 'Button2') -ne 'Yes') { exit 1 }`,
      text,
    ),
  choose: (text, options) =>
    powerShellCall(
      '$given = $env:BRIDGE_OPTIONS -split "`n" | Out-GridView -Title $env:BRIDGE_TEXT -OutputMode Single; if (-not $given) { exit 1 }; $given',
      text,
      options,
    ),
  secret: text =>
    powerShellCall(
      "$given = Get-Credential -UserName 'PIN' -Message $env:BRIDGE_TEXT; if (-not $given) { exit 1 }; $given.GetNetworkCredential().Password",
      text,
    ),
};

/** The windows of this computer's desktop; undefined where there is none. */
export function desktopHere(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): DesktopPrograms | undefined {
  if (platform === 'win32') return powerShell;
  if (platform === 'darwin') return osascript;
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return undefined;
  const isKde = /kde/i.test(env['XDG_CURRENT_DESKTOP'] ?? '');
  const there = (['zenity', 'kdialog'] as const).filter(name => isInPath(name, env['PATH'] ?? ''));
  if (there.includes('kdialog') && (isKde || there.length === 1)) return kdialog;
  return there.includes('zenity') ? zenity : undefined;
}

function isInPath(name: string, folders: string): boolean {
  return folders.split(path.delimiter).some(folder => {
    try {
      accessSync(path.join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Questions in windows, which are in front of the browser's. */
export class DesktopDialogs implements Dialogs {
  readonly #programs: DesktopPrograms;
  readonly #env: NodeJS.ProcessEnv;

  constructor(programs: DesktopPrograms, env: NodeJS.ProcessEnv = process.env) {
    this.#programs = programs;
    this.#env = env;
  }

  async confirm(text: string, { yes, no }: Answers, signal: AbortSignal): Promise<boolean> {
    return (await this.#show(this.#programs.confirm(text, yes, no), signal)) !== undefined;
  }

  async choose(
    text: string,
    options: readonly string[],
    _answers: Answers,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const printed = await this.#show(this.#programs.choose(text, options), signal);
    const index = Number.parseInt(printed ?? '', 10) - 1;
    return options[index] === undefined ? undefined : index;
  }

  async secret(text: string, { yes, no }: Answers, signal: AbortSignal): Promise<string | undefined> {
    const printed = await this.#show(this.#programs.secret(text, yes, no), signal);
    return printed || undefined;
  }

  /** @returns what the window's program prints, without the line's end; undefined when the signer refused */
  #show({ program, args, env }: WindowCall, signal: AbortSignal): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const window = spawn(program, args, {
        env: { ...this.#env, ...env },
        signal,
        stdio: ['ignore', 'pipe', 'ignore'],
        windowsHide: true,
      });
      const printed: Buffer[] = [];
      window.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
      window.on('error', reject);
      window.on('close', code => {
        resolve(
          code === 0
            ? Buffer.concat(printed)
                .toString('utf8')
                .replace(/\r?\n$/, '')
            : undefined,
        );
      });
    });
  }
}
