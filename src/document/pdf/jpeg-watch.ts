/**
 * JPEGs that are not whole: browsers draw what there is of them and say nothing. What pdf.js's worker begins with keeps
 * those that come by while a page is looked at, and looks through them when it is asked, so that nothing on the screen
 * waits for it.
 */
export class JpegWatch {
  readonly #worker: Worker;
  readonly #unanswered = new Set<MessagePort>();

  /** @param worker that runs; one watch at a time */
  constructor(worker: Worker) {
    this.#worker = worker;
  }

  /** From now on they are kept; those that were are no longer. */
  begin(): void {
    this.#worker.postMessage('keep JPEGs', []);
  }

  /** How many of those that were kept are not whole; no more are. Never answered by a worker that is gone. */
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
    this.#worker.postMessage('keep no more', []);
  }
}
