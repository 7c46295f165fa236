/** Certificates in files (A1): the page's side. */
import { BerError, type Bytes, type Certificate, chainOf, readCertificate } from '@sign-session/certificates';
import { type AssetSource, scriptUrl } from '../../assets/asset-source.ts';
import { isUnavailable } from '../../assets/asset-watch.ts';
import { startModuleWorker } from '../../support/module-worker.ts';
import { WorkerChannel } from '../../support/worker-channel.ts';
import {
  CertificateError,
  type CertificateProvider,
  type ListedCertificate,
  type ProviderState,
} from '../provider.ts';
import type { OpenedFile } from './key-store.ts';
import type { KeyResult, KeyTask } from './worker-messages.ts';

/**
 * The chain of each key of a file, DER, the holder's certificate first: the newest of those with the key. Certificates
 * that can't be read are left out.
 *
 * @throws CertificateError `damaged` when none of a key's can be read
 */
export function chainsIn({ keys, certificates }: OpenedFile): Bytes[][] {
  const pool = certificates.flatMap(readable);
  return keys.map(own => {
    const [newest] = own
      .flatMap(readable)
      .toSorted((one, other) => other.notAfter.getTime() - one.notAfter.getTime());
    if (newest === undefined) throw new CertificateError('MALFORMED', 'damaged');
    return chainOf(newest, pool).map(({ der }) => der);
  });
}

function readable(der: Bytes): readonly Certificate[] {
  try {
    return [readCertificate(der)];
  } catch (error) {
    if (error instanceof BerError) return [];
    throw error;
  }
}

type KeyChannel = WorkerChannel<KeyTask, KeyResult>;

/** Bytes. A file with a certificate chain has 3 to 10 KB. */
const LARGEST_FILE = 256 * 1024;

/** ms after which signers would think that the page hangs. */
const LONGEST = 30_000;

/**
 * Certificates from a PKCS#12 file (A1). All work with keys is done in a worker, which ends with the provider. After `open`
 * neither the key nor the password is on the page, and neither is ever stored or sent.
 */
export class FileProvider implements CertificateProvider {
  readonly kind = 'a1-file';
  readonly #assets: AssetSource;
  #channel: Promise<KeyChannel> | undefined;
  #chains: readonly (readonly Bytes[])[] = [];
  #life = new AbortController();

  /** @param assets where the worker's script comes from */
  constructor(assets: AssetSource) {
    this.#assets = assets;
  }

  /** Starts the worker in advance. @throws CertificateError `worker` */
  async init(signal: AbortSignal): Promise<ProviderState> {
    await this.#started();
    signal.throwIfAborted();
    return 'ready';
  }

  /**
   * Opens a file; its certificates replace those of an earlier one.
   *
   * @throws CertificateError WRONG_PASSWORD, UNSUPPORTED and MALFORMED with a reason.
   */
  async open(file: Blob, password: string, signal: AbortSignal): Promise<void> {
    this.#chains = [];
    if (file.size > LARGEST_FILE) throw new CertificateError('MALFORMED', 'too-large');
    const bytes = new Uint8Array(await file.arrayBuffer());
    await this.#started();
    signal.throwIfAborted();
    const task = { kind: 'open', file: bytes, password } as const;
    const abort = () => this.#stop(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      const result = await this.#ask(task, [bytes.buffer]);
      if (result.kind === 'opened') this.#chains = chainsIn(result.file);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async list(): Promise<readonly ListedCertificate[]> {
    return this.#chains.map((_, index) => ({ id: String(index) }));
  }

  async chain(id: string): Promise<readonly Bytes[]> {
    const chain = this.#chains[Number(id)];
    if (chain === undefined) throw new CertificateError('DEVICE_ABSENT');
    return chain;
  }

  async sign(id: string, bytes: Bytes, _hash: 'SHA-256', signal: AbortSignal): Promise<Bytes> {
    return this.#sign({ kind: 'sign', index: Number(id), bytes }, signal);
  }

  dispose(): void {
    this.#life.abort();
    this.#life = new AbortController();
    this.#chains = [];
    this.#stop(new CertificateError('CANCELLED'));
  }

  async #sign(task: KeyTask, signal: AbortSignal): Promise<Bytes> {
    const result = await this.#ask(task);
    signal.throwIfAborted();
    if (result.kind !== 'signed') throw new CertificateError('UNSUPPORTED', 'worker');
    return result.signature;
  }

  /** Sends the worker a request, and ends it when it takes longer than 30 s. */
  async #ask(task: KeyTask, transfer?: Transferable[]): Promise<KeyResult> {
    const channel = await this.#started();
    const timer = setTimeout(() => this.#stop(new CertificateError('UNSUPPORTED', 'too-slow')), LONGEST);
    try {
      const result = await channel.ask(task, transfer);
      if (result.kind === 'error') throw new CertificateError(result.code, result.reason);
      return result;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The worker, started again if the last one was stopped or failed. */
  #started(): Promise<KeyChannel> {
    return (this.#channel ??= this.#start(this.#life.signal));
  }

  async #start(life: AbortSignal): Promise<KeyChannel> {
    try {
      return await startKeyWorker(this.#assets, life);
    } catch (cause) {
      if (life.aborted) throw new CertificateError('CANCELLED', undefined, { cause });
      this.#channel = undefined;
      throw new CertificateError('UNSUPPORTED', 'worker', { cause });
    }
  }

  #stop(reason: unknown): void {
    void this.#channel?.then(
      channel => channel.end(reason),
      // It never started.
      () => undefined,
    );
    this.#channel = undefined;
  }
}

async function startKeyWorker(assets: AssetSource, signal: AbortSignal): Promise<KeyChannel> {
  const url = await scriptUrl(assets, 'certificate/worker.js');
  try {
    const worker = await startModuleWorker(url, 'sign-session-certificate', signal);
    return new WorkerChannel(worker, () => new CertificateError('UNSUPPORTED', 'worker'));
  } catch (error) {
    // The integrator is told.
    if (!signal.aborted) await isUnavailable(url);
    throw error;
  }
}
