/** An engine that dies must end neither the run nor, once, a file in it: real engines are killed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isInstalled, type Engine } from '../support/browsers.ts';
import { repositoryRoot } from '../support/repository.ts';
import { killBelow } from './process-tree.ts';

/** Kills what is named when a page shows its picture, as often as there are names; then lets the page go on. */
interface Killing {
  picture: string;
  commands: string[];
}

interface FinishedRun {
  code: number | null;
  output: string;
  lastLine: string | undefined;
}

/** Answers the pictures of one page, each once: a killed page may live on for a moment, and must not go on. */
class PictureWatch {
  readonly #file: string;
  readonly #commands: string[];
  #answered = 0;

  constructor({ picture, commands }: Killing) {
    this.#file = path.join(repositoryRoot, '.data/screenshots', picture);
    this.#commands = [...commands];
    this.removePicture();
  }

  look(pid: number): void {
    const takenAt = statSync(this.#file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (takenAt === 0 || takenAt === this.#answered) return;
    const command = this.#commands.shift();
    if (command === undefined) return this.removePicture();
    this.#answered = takenAt;
    assert(killBelow(pid, command) > 0, `${command} does not run`);
  }

  removePicture(): void {
    rmSync(this.#file, { force: true });
  }
}

async function runTests(words: string[], killings: Killing[] = []): Promise<FinishedRun> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lost-browser-'));
  // node:test refuses to run tests inside a test, unless it does not know.
  const { NODE_TEST_CONTEXT: _context, ...outside } = process.env;
  const run = spawn(process.execPath, ['--import', 'tsx', 'test/run.ts', ...words], {
    cwd: repositoryRoot,
    env: { ...outside, CI: 'false', REQUIRE_ALL: '0', RUN_FOLDER: folder },
  });
  const chunks: string[] = [];
  for (const stream of [run.stdout, run.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  }
  const watches = killings.map(killing => new PictureWatch(killing));
  const looking = setInterval(() => {
    for (const watch of watches) watch.look(run.pid ?? 0);
  }, 20);
  await once(run, 'close');
  clearInterval(looking);
  for (const watch of watches) watch.removePicture();
  rmSync(folder, { recursive: true });
  const output = chunks.join('');
  return { code: run.exitCode, output, lastLine: output.trimEnd().split('\n').at(-1) };
}

function unless(engine: Engine): { skip: string | false } {
  return { skip: isInstalled(engine) ? false : `${engine} is not installed` };
}

describe('a browser that dies under its tests', () => {
  it('is replaced, and what was lost is run once more in WebKitGTK', unless('webkit'), async () => {
    const { code, output, lastLine } = await runTests(
      ['browser', 'test/house/failing-engine/', '--browser', 'webkit'],
      [
        { picture: 'WebKitGTK/dies-once.png', commands: ['WebKitWebProcess'] },
        { picture: 'WebKitGTK/dies-twice.png', commands: ['/MiniBrowser', 'WebKitWebProcess'] },
      ],
    );
    assert.equal(code, 1);
    assert.equal(lastLine, '1 passed, 2 failed, 0 skipped', output);
    assert.match(output, /dies-once\.browser\.test\.ts \(WebKitGTK\) was run again: The browser was lost/);
    assert.match(output, /FAILED .*dies-twice\.browser\.test\.ts \(WebKitGTK\)\n.*lost in both runs/);
    assert.match(output, /FAILED .*fails\.browser\.test\.ts › fails/);
    assert.doesNotMatch(output, /fails\.browser\.test\.ts .*was run again/);
  });

  it('leaves the run green when the second try passes, in Chromium', unless('chromium'), async () => {
    const { code, output, lastLine } = await runTests(
      ['browser', 'failing-engine/dies-once', '--browser', 'chromium'],
      [{ picture: 'Chromium/dies-once.png', commands: ['--type=renderer'] }],
    );
    assert.equal(code, 0, output);
    assert.equal(lastLine, '1 passed, 0 failed, 0 skipped');
    assert.match(output, /dies-once\.browser\.test\.ts \(Chromium\) was run again/);
  });
});
