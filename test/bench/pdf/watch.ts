/** What happens in the page while it is measured: workers and long tasks. Import it before all else. */

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

const tasks: PerformanceEntry[] = [];
const observer = new PerformanceObserver(list => tasks.push(...list.getEntries()));
observer.observe({ type: 'longtask' });

/** The longest task of the main thread that began after a time of `performance.now()`, ms; 0 when none took 50. */
export function longestTaskSince(start: number): number {
  tasks.push(...observer.takeRecords());
  const durations = tasks.filter(task => task.startTime >= start).map(task => task.duration);
  return Math.max(0, ...durations);
}
