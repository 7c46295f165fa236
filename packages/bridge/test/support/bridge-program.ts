import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { PATIENCE_MS } from '../../../../test/support/patience.ts';
import { repositoryRoot } from '../../../../test/support/repository.ts';

/** The bridge as the signer starts it, on a terminal. */
export class BridgeProgram {
  readonly #process: ChildProcessWithoutNullStreams;
  #output = '';
  #heard = 0;

  /** @param env where it finds tokens and keeps its sites */
  constructor(args: readonly string[], env: NodeJS.ProcessEnv) {
    const program = path.join(repositoryRoot, 'packages/bridge/src/bin.ts');
    this.#process = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
      cwd: repositoryRoot,
      env,
    });
    const keep = (chunk: Buffer) => {
      this.#output += chunk.toString('utf8');
      this.#process.emit('output');
    };
    this.#process.stdout.on('data', keep);
    this.#process.stderr.on('data', keep);
  }

  /** All that it has written. */
  get output(): string {
    return this.#output;
  }

  /**
   * Waits until it has written something since the last of these.
   * @returns what it wrote up to there
   */
  async says(words: string): Promise<string> {
    const until = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const at = this.#output.indexOf(words, this.#heard);
      if (at !== -1) {
        const text = this.#output.slice(this.#heard, at + words.length);
        this.#heard = at + words.length;
        return text;
      }
      if (this.#process.exitCode !== null) throw new Error(`It has ended: ${this.#output}`);
      await this.#more(until, words);
    }
  }

  async #more(until: AbortSignal, words: string): Promise<void> {
    try {
      await Promise.race(['output', 'close'].map(event => once(this.#process, event, { signal: until })));
    } catch {
      throw new Error(`Waited for “${words}”; it said: ${this.#output}`);
    }
  }

  /** Types a line. */
  types(line: string): void {
    this.#process.stdin.write(`${line}\n`);
  }

  /** Ends it as Ctrl+C does. @returns its exit code */
  async stop(): Promise<number | null> {
    this.#process.kill('SIGINT');
    return this.ended();
  }

  /** @returns its exit code */
  async ended(): Promise<number | null> {
    if (this.#process.exitCode === null && this.#process.signalCode === null)
      await once(this.#process, 'close');
    return this.#process.exitCode;
  }
}
