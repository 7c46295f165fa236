/** The page's side of the certificate bench: opens a file by our provider and by node-forge, and takes the time. */
import { assetFolder } from '../../../src/assets/asset-source.ts';
import forge from 'node-forge';
import { FileProvider } from '../../../src/certificate/a1/file-provider.ts';

export interface BenchPage {
  /** ms from the file to its certificates and an imported key; the worker runs already. */
  ours(file: readonly number[], password: string): Promise<number>;
  /** ms from the file to its certificates and key; undefined when it does not open. */
  forge(file: readonly number[], password: string): number | undefined;
  /** Tasks of the page's main thread above 50 ms while ours worked, ms. */
  readonly longTasks: number[];
}

declare global {
  interface Window {
    bench?: BenchPage;
  }
}

const SHROUDED_KEY = '1.2.840.113549.1.12.10.1.2';
const { signal } = new AbortController();
const provider = new FileProvider(assetFolder(`${location.origin}/assets/`));
const longTasks: number[] = [];

window.bench = {
  longTasks,
  async ours(file, password) {
    await provider.init(signal);
    const blob = new Blob([Uint8Array.from(file)]);
    const observer = new PerformanceObserver(list =>
      longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
    const start = performance.now();
    await provider.open(blob, password, signal);
    const time = performance.now() - start;
    longTasks.push(...observer.takeRecords().map(({ duration }) => duration));
    observer.disconnect();
    return time;
  },
  forge(file, password) {
    const binary = String.fromCharCode(...file);
    const start = performance.now();
    try {
      const opened = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(binary), password);
      const bags = opened.getBags({ bagType: SHROUDED_KEY });
      const [bag] = bags[SHROUDED_KEY] ?? [];
      return bag?.key ? performance.now() - start : undefined;
    } catch {
      return undefined;
    }
  },
};
