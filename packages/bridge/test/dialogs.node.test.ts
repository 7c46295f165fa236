import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  DesktopDialogs,
  desktopHere,
  kdialog,
  osascript,
  powerShell,
  zenity,
} from '../src/questions/desktop-dialogs.ts';
import { TerminalDialogs } from '../src/questions/terminal-dialogs.ts';

const ANSWERS = { yes: 'Sign', no: 'Refuse' };

describe('questions on the terminal', () => {
  let input: PassThrough;
  let output: PassThrough;
  let dialogs: TerminalDialogs;
  const open = (isTTY: boolean) => {
    input = Object.assign(new PassThrough(), { isTTY });
    output = new PassThrough();
    dialogs = new TerminalDialogs({ input, output, withdrawn: 'Withdrawn' });
  };
  beforeEach(() => open(false));
  afterEach(() => dialogs.close());
  const { signal } = new AbortController();

  for (const [typed, expected] of [
    ['1', true],
    ['', false],
    ['2', false],
    ['yes', false],
  ] as const)
    it(`take “${typed}” as ${expected ? 'a yes' : 'a no'}`, async () => {
      const answer = dialogs.confirm('Sign the lease?', ANSWERS, signal);
      input.write(`${typed}\n`);
      assert.equal(await answer, expected);
      assert.match(String(output.read()), /Sign the lease\?\n1 = Sign, Enter = Refuse/);
    });

  for (const [typed, expected] of [
    ['2', 1],
    ['', undefined],
    ['3', undefined],
    ['0', undefined],
    ['a', undefined],
  ] as const)
    it(`take “${typed}” of two as ${expected === undefined ? 'a no' : 'the second'}`, async () => {
      const answer = dialogs.choose('Which?', ['Maria', 'Company'], ANSWERS, signal);
      input.write(`${typed}\n`);
      assert.equal(await answer, expected);
    });

  it('show nothing of a PIN on the way', async () => {
    dialogs.close();
    open(true);
    const answer = dialogs.secret('PIN', ANSWERS, signal);
    input.write('4711\r');
    assert.equal(await answer, '4711');
    const again = dialogs.confirm('Next', ANSWERS, signal);
    // Up, to what was typed before.
    input.write('\u001B[A\r');
    assert.equal(await again, false);
    assert.doesNotMatch(String(output.read()), /4711|7/);
  });

  it('are not answered by what was typed before', async () => {
    input.write('1\n');
    await new Promise(resolve => {
      setImmediate(resolve);
    });
    const answer = dialogs.confirm('Sign?', ANSWERS, signal);
    input.write('\n');
    assert.equal(await answer, false);
  });

  it('go away, and say so', async () => {
    const gone = new AbortController();
    const answer = dialogs.secret('PIN', ANSWERS, gone.signal);
    gone.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    assert.match(String(output.read()), /Withdrawn/);
  });

  it('are refused when the terminal is closed', async () => {
    const answer = dialogs.confirm('Sign?', ANSWERS, signal);
    input.end();
    assert.equal(await answer, false);
    assert.equal(await dialogs.confirm('Sign?', ANSWERS, signal), false);
  });
});

describe('questions in windows', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'windows-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const { signal } = new AbortController();

  /** A program in the place of the desktop's, which writes its arguments down. */
  async function desktop(lines: string): Promise<DesktopDialogs> {
    const program = path.join(folder, 'zenity');
    await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/asked"\n${lines}\n`);
    await chmod(program, 0o755);
    return new DesktopDialogs(zenity, { PATH: `${folder}:${process.env['PATH'] ?? ''}` });
  }

  it('show their text and buttons, and take what ends with 0 as a yes', async () => {
    assert.equal(await (await desktop('exit 0')).confirm('Sign --now?', ANSWERS, signal), true);
    const asked = await readFile(path.join(folder, 'asked'), 'utf8');
    assert.match(asked, /--no-markup\n/);
    assert.match(asked, /--text=Sign --now\?\n--ok-label=Sign\n--cancel-label=Refuse\n/);
    assert.equal(await (await desktop('exit 1')).confirm('Sign?', ANSWERS, signal), false);
  });

  it('take the option’s number and what was typed', async () => {
    assert.equal(await (await desktop('echo 2')).choose('Which?', ['a', 'b'], ANSWERS, signal), 1);
    assert.equal(await (await desktop('exit 1')).choose('Which?', ['a', 'b'], ANSWERS, signal), undefined);
    assert.equal(await (await desktop('echo 4711')).secret('PIN', ANSWERS, signal), '4711');
    assert.equal(await (await desktop('echo 4711; exit 1')).secret('PIN', ANSWERS, signal), undefined);
  });

  it('close when the page goes', async () => {
    const gone = new AbortController();
    const answer = (await desktop('exec sleep 60')).confirm('Sign?', ANSWERS, gone.signal);
    gone.abort();
    await assert.rejects(answer, { name: 'AbortError' });
  });

  it('are those of the desktop that is there', async () => {
    await desktop('');
    const env = { PATH: folder, DISPLAY: ':0' };
    assert.equal(desktopHere('linux', env), zenity);
    assert.equal(desktopHere('linux', { PATH: folder }), undefined);
    assert.equal(desktopHere('linux', { ...env, PATH: '/nowhere' }), undefined);
    await writeFile(path.join(folder, 'kdialog'), '', { mode: 0o755 });
    assert.equal(desktopHere('linux', { ...env, XDG_CURRENT_DESKTOP: 'KDE' }), kdialog);
    assert.equal(desktopHere('darwin', {}), osascript);
    assert.equal(desktopHere('win32', {}), powerShell);
  });

  it('make no text a part of a script', () => {
    const text = '" & (do shell script "id") & "';
    for (const call of [
      osascript.confirm(text, 'Sign', 'Refuse'),
      osascript.secret(text, 'Go on', 'Refuse'),
    ]) {
      const scripts = call.args.filter((_, index) => call.args[index - 1] === '-e');
      assert(scripts.length > 2 && scripts.every(line => !line.includes('do shell')));
    }
    const { args, env } = powerShell.choose(text, [text]);
    assert(args.every(line => !line.includes('do shell')));
    assert.equal(env?.['BRIDGE_TEXT'], text);
  });
});
