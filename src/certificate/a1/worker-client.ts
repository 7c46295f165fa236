import { type AssetSource, scriptUrl } from '../../assets/asset-source.ts';
import { isUnavailable } from '../../assets/unavailable.ts';
import { startModuleWorker } from '../../support/module-worker.ts';
import { CertificateError } from '../provider.ts';
import type { RequestKind, WorkerAnswer, WorkerRequests } from './worker-messages.ts';

interface Waiting {
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** The page's end of the line to the worker with the keys. */
export class WorkerClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #number = 0;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      this.#waiting.get(data.number)?.resolve(data);
      this.#waiting.delete(data.number);
    });
    worker.addEventListener('error', event => {
      event.preventDefault();
      this.stop(new CertificateError('UNSUPPORTED', 'worker'));
    });
  }

  /**
   * Starts the worker.
   *
   * @throws CertificateError `worker` when it can't be loaded or the page's policy refuses it.
   */
  static async start(assets: AssetSource, signal: AbortSignal): Promise<WorkerClient> {
    let url: string | undefined;
    try {
      url = await scriptUrl(assets, 'certificate/worker.js');
      return new WorkerClient(await startModuleWorker(url, 'sign-session-certificate', signal));
    } catch (cause) {
      signal.throwIfAborted();
      // The integrator is told.
      if (url !== undefined) await isUnavailable(url);
      throw new CertificateError('UNSUPPORTED', 'worker', { cause });
    }
  }

  /** Asks the worker. @throws CertificateError; the reason given to `stop` when it is stopped meanwhile. */
  async ask<Kind extends RequestKind>(
    kind: Kind,
    request: WorkerRequests[Kind]['request'],
    transfer: Transferable[] = [],
  ): Promise<WorkerRequests[Kind]['answer']> {
    const number = (this.#number += 1);
    const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#worker.postMessage({ number, kind, ...request }, transfer);
    });
    if ('error' in answer) throw new CertificateError(answer.error.code, answer.error.reason);
    return answer.value;
  }

  /** Ends the worker and all it holds, at once; who waits gets the reason. */
  stop(reason: unknown): void {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
