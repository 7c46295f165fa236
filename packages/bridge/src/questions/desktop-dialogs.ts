import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import {
  kdialog,
  osascript,
  powerShell,
  zenity,
  type DesktopPrograms,
  type WindowCall,
} from './desktop-programs.ts';
import type { Answers, Dialogs } from './dialogs.ts';

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
