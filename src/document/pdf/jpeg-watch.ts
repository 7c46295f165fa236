/**
 * JPEGs that are not whole: browsers draw what there is of them and say nothing. What pdf.js's worker begins with
 * remembers those that come by and looks through them when it is asked, so that nothing on the screen waits for it.
 */
export class JpegWatch {
  readonly #worker: Worker;
  readonly #unanswered = new Set<MessagePort>();

  /** From now on they are remembered. @param worker that runs; one watch at a time */
  constructor(worker: Worker) {
    this.#worker = worker;
    worker.postMessage('look through JPEGs', []);
  }

  /** How many of those that came by since the last question are not whole. Never answered by a worker that is gone. */
  countBroken(): Promise<number> {
    const { port1: here, port2: there } = new MessageChannel();
    this.#unanswered.add(here);
    const answer = new Promise<number>(resolve => {
      here.addEventListener('message', ({ data }: MessageEvent<number>) => {
        this.#unanswered.delete(here);
        here.close();
        resolve(data);
      });
      here.start();
    });
    this.#worker.postMessage('how many are broken?', [there]);
    return answer;
  }

  end(): void {
    for (const port of this.#unanswered) port.close();
    this.#worker.postMessage('look no more', []);
  }
}
