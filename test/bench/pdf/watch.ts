/** The workers of the page while it is measured. Import it before all else. */

let ready = 0;

globalThis.Worker = class extends Worker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    this.addEventListener('message', () => (ready += 1), { once: true });
  }
};

/** How many workers have said something. */
export function workersReady(): number {
  return ready;
}
