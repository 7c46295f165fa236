import { MAX_LABEL_LENGTH } from '@sign-session/bridge-protocol';
import type { CertificateProvider, ListedCertificate } from '../provider.ts';
import { BridgeError, TokenBridgeConnection } from './token-bridge-connection.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface TokenBridgeOptions {
  readonly port: number;
  /** Of the bridge's questions: a language tag. */
  readonly lang: string;
  /** What the bridge calls the document that is signed. */
  readonly label: string;
  /** Told what the signer has to do in the bridge. */
  readonly progress: (stage: BridgeStage) => void;
}

/** What the signer does in the bridge: compares a number, or chooses a certificate. */
export type BridgeStage = { readonly number: string } | 'choosing';

/**
 * A certificate of a token or card (A3), through the token bridge. The signer chooses it in the bridge, which asks for the
 * PIN, too; the page sees that certificate alone. Its errors are of {@link BridgeError}.
 */
export class TokenBridgeProvider implements CertificateProvider {
  readonly kind = 'token-bridge';
  readonly #options: TokenBridgeOptions;
  #connection: TokenBridgeConnection | undefined;
  /** The holder's certificate first. */
  #chain: readonly Bytes[] = [];

  constructor(options: TokenBridgeOptions) {
    this.#options = options;
  }

  async init(signal: AbortSignal): Promise<'ready'> {
    this.#connection ??= await TokenBridgeConnection.open(this.#options.port, signal);
    return 'ready';
  }

  /** Asks the signer once. */
  async list(signal: AbortSignal): Promise<readonly ListedCertificate[]> {
    if (this.#chain.length === 0) this.#chain = await this.#ask(signal);
    return [{ id: '0' }];
  }

  /** With those of its authorities that the token has. */
  async chain(): Promise<readonly Bytes[]> {
    return this.#chain;
  }

  async sign(_id: string, bytes: Bytes, hash: 'SHA-256', signal: AbortSignal): Promise<Bytes> {
    const certificate = toBase64(this.#chain[0] ?? new Uint8Array());
    const digest = new Uint8Array(await crypto.subtle.digest(hash, bytes));
    const { label, lang } = this.#options;
    const document = { hash: toBase64(digest), label: label.slice(0, MAX_LABEL_LENGTH) };
    const { signature } = await this.#until(signal, connection =>
      connection.ask('sign', { certificate, hashFunction: hash, ...document, lang }),
    );
    return bytesOf(signature);
  }

  dispose(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#chain = [];
  }

  async #ask(signal: AbortSignal): Promise<Bytes[]> {
    const { lang, progress } = this.#options;
    const { certificate, issuers } = await this.#until(signal, async connection => {
      await connection.ask('pair', { lang }, number => progress({ number }));
      progress('choosing');
      return connection.ask('getSigningCertificate', { lang });
    });
    return [certificate, ...(Array.isArray(issuers) ? issuers : [])].map(bytesOf);
  }

  /** A question goes away with its connection, so that is closed when the signal aborts. */
  async #until<T>(signal: AbortSignal, work: (connection: TokenBridgeConnection) => Promise<T>): Promise<T> {
    const connection = this.#connection;
    if (connection === undefined) throw new BridgeError('lost');
    const stop = () => connection.close();
    signal.addEventListener('abort', stop);
    try {
      return await work(connection);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

/** The few bytes of a certificate or hash, in base64. */
function toBase64(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes));
}

/** @throws BridgeError when it is no base64 */
function bytesOf(base64: unknown): Bytes {
  try {
    return Uint8Array.from(atob(String(base64)), character => character.charCodeAt(0));
  } catch {
    throw new BridgeError('ERR_WEBEID_NATIVE_FATAL');
  }
}
