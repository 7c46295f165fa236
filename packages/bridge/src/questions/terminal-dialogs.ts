import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Answers, Dialogs } from './dialogs.ts';

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
  /** Said where a question goes away without an answer. */
  readonly withdrawn: string;
}

/** Questions on the terminal. What is typed before a question answers none, and Enter alone refuses. */
export class TerminalDialogs implements Dialogs {
  readonly #lines: Interface;
  readonly #terminal: Terminal;
  /** Is what is typed not shown? */
  #isSecret = false;
  #isClosed = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    const echo = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.#isSecret) terminal.output.write(chunk);
        done();
      },
    });
    this.#lines = createInterface({
      input: terminal.input,
      output: echo,
      terminal: terminal.input.isTTY === true,
      // It would keep PINs.
      historySize: 0,
    });
    this.#lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    this.#lines.on('close', () => {
      this.#isClosed = true;
    });
  }

  close(): void {
    this.#lines.close();
  }

  async confirm(text: string, { yes, no }: Answers, signal: AbortSignal): Promise<boolean> {
    return (await this.#ask(`${text}\n1 = ${yes}, Enter = ${no}: `, signal)) === '1';
  }

  async choose(
    text: string,
    options: readonly string[],
    { no }: Answers,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const list = options.map((option, index) => `  ${index + 1} = ${option}`);
    const answer = await this.#ask([text, ...list, `  Enter = ${no}`, ': '].join('\n'), signal);
    const index = Number(answer) - 1;
    return answer !== '' && options[index] !== undefined ? index : undefined;
  }

  async secret(text: string, { no }: Answers, signal: AbortSignal): Promise<string | undefined> {
    try {
      const answer = this.#ask(`${text} (Enter = ${no}): `, signal);
      this.#isSecret = true;
      return (await answer) || undefined;
    } finally {
      this.#isSecret = false;
      this.#terminal.output.write('\n');
    }
  }

  /** @returns what is typed, without spaces around it; nothing when the terminal is closed */
  #ask(prompt: string, signal: AbortSignal): Promise<string> {
    const { output, withdrawn } = this.#terminal;
    output.write(`\n${prompt}`);
    if (this.#isClosed) return Promise.resolve('');
    return new Promise((resolve, reject) => {
      const ended = () => {
        this.#lines.off('line', onLine);
        this.#lines.off('close', onClose);
        signal.removeEventListener('abort', onAbort);
      };
      const onLine = (line: string) => {
        ended();
        resolve(line.trim());
      };
      const onClose = () => onLine('');
      const onAbort = () => {
        ended();
        output.write(`\n${withdrawn}\n`);
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      this.#lines.on('line', onLine);
      this.#lines.on('close', onClose);
      signal.addEventListener('abort', onAbort);
    });
  }
}
