import type { AssetSource } from '../../assets/asset-source.ts';
import {
  CertificateError,
  type CertificateProvider,
  type ListedCertificate,
  type ProviderState,
} from '../provider.ts';
import type { RequestKind, WorkerRequests } from './worker-messages.ts';
import { WorkerClient } from './worker-client.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file with a chain of certificates has 3 to 10 KB. */
const LARGEST_FILE = 256 * 1024;

/** ms; a signer thinks by then that the page hangs. */
const LONGEST = 30_000;

export interface FileProviderOptions {
  /** Where the worker's script comes from. */
  readonly assets: AssetSource;
  /** Keeps RSA keys in a form that can sign a digest (`allow-unverified-digest`). */
  readonly forDigests: boolean;
}

/**
 * Certificates from a PKCS#12 file (A1). All is done in a worker, which ends with the provider: neither the key
 * nor the password is ever on the page's side after `open`, in storage or on the network.
 */
export class FileProvider implements CertificateProvider {
  readonly kind = 'a1-file';
  readonly #options: FileProviderOptions;
  #client: Promise<WorkerClient> | undefined;
  #chains: readonly (readonly Bytes[])[] = [];
  #life = new AbortController();

  constructor(options: FileProviderOptions) {
    this.#options = options;
  }

  /** Starts the worker ahead of time. Ready as soon as it runs. @throws CertificateError `worker` */
  async init(signal: AbortSignal): Promise<ProviderState> {
    await this.#started();
    signal.throwIfAborted();
    return 'ready';
  }

  /**
   * Opens a file; its certificates take the place of those before.
   *
   * @throws CertificateError WRONG_PASSWORD, UNSUPPORTED and MALFORMED with a reason.
   */
  async open(file: Blob, password: string, signal: AbortSignal): Promise<void> {
    this.#chains = [];
    if (file.size > LARGEST_FILE) throw new CertificateError('MALFORMED', 'too-large');
    const bytes = new Uint8Array(await file.arrayBuffer());
    await this.#started();
    signal.throwIfAborted();
    const request = { file: bytes, password, forDigests: this.#options.forDigests };
    const abort = () => this.#stop(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      this.#chains = await this.#ask('open', request, [bytes.buffer]);
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
    const signature = await this.#ask('sign', { index: Number(id), bytes });
    signal.throwIfAborted();
    return signature;
  }

  async signDigest(id: string, digest: Bytes, signal: AbortSignal): Promise<Bytes> {
    const signature = await this.#ask('signDigest', { index: Number(id), digest });
    signal.throwIfAborted();
    return signature;
  }

  dispose(): void {
    this.#life.abort();
    this.#life = new AbortController();
    this.#chains = [];
    this.#stop(new CertificateError('CANCELLED'));
  }

  /** Asks the worker, for 30 s at most. */
  async #ask<Kind extends RequestKind>(
    kind: Kind,
    request: WorkerRequests[Kind]['request'],
    transfer?: Transferable[],
  ): Promise<WorkerRequests[Kind]['answer']> {
    const client = await this.#started();
    const timer = setTimeout(() => this.#stop(new CertificateError('UNSUPPORTED', 'too-slow')), LONGEST);
    try {
      return await client.ask(kind, request, transfer);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The worker, started anew after one that was stopped or failed. */
  #started(): Promise<WorkerClient> {
    return (this.#client ??= this.#start(this.#life.signal));
  }

  async #start(life: AbortSignal): Promise<WorkerClient> {
    try {
      return await WorkerClient.start(this.#options.assets, life);
    } catch (error) {
      if (life.aborted) throw new CertificateError('CANCELLED', undefined, { cause: error });
      this.#client = undefined;
      throw error;
    }
  }

  #stop(reason: unknown): void {
    void this.#client?.then(
      client => client.stop(reason),
      // It never ran.
      () => undefined,
    );
    this.#client = undefined;
  }
}
