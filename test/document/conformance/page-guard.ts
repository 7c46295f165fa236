import { REQUESTS_CHANNEL, tellRequests } from './requests.ts';

/** What a document could do to a page through the browser's own windows. */
const WINDOW_CALLS = ['alert', 'confirm', 'prompt', 'print', 'open'] as const;

/**
 * Watches the test's page while documents that nobody trusts are shown in it. From `start` to `stop` it notes
 * dialogs, windows, requests to other origins (of workers too), console errors, and what a document leaves behind.
 */
export class PageGuard {
  readonly #incidents: string[] = [];
  readonly #undo: (() => void)[] = [];
  /** Workers that were started and not yet ended. */
  #workers = 0;
  #before = '';

  start(): void {
    this.#before = footprint();
    this.#watchWindow();
    this.#watchRequests();
    this.#watchWorkers();
    this.#replace(console, 'error', (...words) =>
      this.#note(`console error: ${words.map(String).join(' ')}`),
    );
    this.#replace(navigator, 'sendBeacon', url => {
      this.#note(`beacon to ${String(url)}`);
      return false;
    });
  }

  stop(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  /** The next document begins. */
  begin(): void {
    this.#incidents.length = 0;
  }

  /** What happened since `begin`. */
  get incidents(): readonly string[] {
    return this.#incidents;
  }

  /** Whether everything that the document brought is gone again, its worker included. */
  get clean(): boolean {
    return this.#workers === 0 && footprint() === this.#before;
  }

  #note(incident: string): void {
    this.#incidents.push(incident);
  }

  #replace<Owner extends object, Name extends keyof Owner>(
    owner: Owner,
    name: Name,
    replacement: Owner[Name],
  ): void {
    const real = owner[name];
    owner[name] = replacement;
    this.#undo.push(() => (owner[name] = real));
  }

  #watchWindow(): void {
    for (const call of WINDOW_CALLS) {
      const real: unknown = Reflect.get(globalThis, call);
      Reflect.set(globalThis, call, () => this.#note(`window.${call}()`));
      this.#undo.push(() => Reflect.set(globalThis, call, real));
    }
    const leaving = (): void => this.#note('the page was left');
    globalThis.addEventListener('beforeunload', leaving);
    this.#undo.push(() => globalThis.removeEventListener('beforeunload', leaving));
  }

  #watchRequests(): void {
    const check = (url: string): void => {
      const { origin, protocol } = new URL(url, location.href);
      if (origin !== location.origin && protocol !== 'data:') this.#note(`request to ${url}`);
    };
    this.#undo.push(tellRequests(check));
    const channel = new BroadcastChannel(REQUESTS_CHANNEL);
    channel.addEventListener('message', ({ data }) => check(String(data)));
    this.#undo.push(() => channel.close());
    // Images, frames and style sheets ask without a script.
    const observer = new PerformanceObserver(list => {
      for (const { name } of list.getEntriesByType('resource')) check(name);
    });
    observer.observe({ type: 'resource' });
    this.#undo.push(() => observer.disconnect());
  }

  #watchWorkers(): void {
    const started = (): void => void (this.#workers += 1);
    const ended = (): void => void (this.#workers -= 1);
    const watched = class extends Worker {
      #running = true;

      constructor(url: string | URL, options?: WorkerOptions) {
        const query = new URLSearchParams({ worker: String(url) });
        super(`/test/document/conformance/watched-worker.ts?${query.toString()}`, options);
        started();
      }

      override terminate(): void {
        super.terminate();
        if (this.#running) ended();
        this.#running = false;
      }
    };
    this.#replace(globalThis, 'Worker', watched);
  }
}

/** What a document that has gone must not leave in the page. */
function footprint(): string {
  const { body, fonts } = document;
  return JSON.stringify({
    body: body.childElementCount,
    fonts: fonts.size,
    address: location.href,
    history: history.length,
    pdfjs: Object.keys(globalThis).filter(name => name.startsWith('pdfjs')),
  });
}
