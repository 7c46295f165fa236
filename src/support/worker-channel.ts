/** A page's requests to a worker, and the answers. */
export interface WorkerRequest<Task> {
  readonly number: number;
  readonly task: Task;
}

interface WorkerAnswer<Result> {
  readonly number: number;
  readonly result: Result;
}

interface PendingResult<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** The page's side of a worker that answers each request once. */
export class WorkerChannel<Task, Result> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PendingResult<Result>>();
  #number = 0;
  #ended: { readonly reason: unknown } | undefined;

  /** @param failure the reason for rejecting requests when the worker fails. */
  constructor(worker: Worker, failure: () => Error) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer<Result>>) => {
      this.#waiting.get(data.number)?.resolve(data.result);
      this.#waiting.delete(data.number);
    });
    worker.addEventListener('error', event => {
      event.preventDefault();
      this.end(failure());
    });
  }

  /** Sends a request. @throws the reason given to `end`, if the worker is or was ended. */
  async ask(task: Task, transfer: Transferable[] = []): Promise<Result> {
    if (this.#ended !== undefined) throw this.#ended.reason;
    const number = (this.#number += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#worker.postMessage({ number, task }, transfer);
    });
  }

  /** Terminates the worker and rejects pending requests with the reason. */
  end(reason: unknown): void {
    this.#ended ??= { reason };
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
