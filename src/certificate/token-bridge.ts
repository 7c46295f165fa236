/** Certificates of the token bridge on the signer's computer. */
import {
  BATCH_LIMITS,
  type BridgeErrorCode,
  type Command,
  type Commands,
  MAX_LABEL_LENGTH,
  PROTOCOL_VERSION,
} from '@sign-session/bridge-protocol';
import type {
  CertificateErrorCode,
  CertificateErrorReason,
  CertificateProvider,
  DocumentToSign,
  ListedCertificate,
} from './provider.ts';

/** Why the bridge can't be reached, or what it answered. */
export type BridgeProblem =
  | BridgeErrorCode
  /** Nothing answers at its address. */
  | 'absent'
  /** The browser, as its user told it, lets the page reach nothing on this computer. */
  | 'blocked'
  /** The page's content security policy does not name the bridge. */
  | 'policy'
  /** This browser connects no page to a program of this computer. */
  | 'unsupported'
  /** It speaks another version of the protocol, or something else. */
  | 'outdated'
  /** The connection ended. */
  | 'lost';

/** What a problem is for whoever knows no bridge; any other: `UNSUPPORTED`. */
const CODES: Readonly<Partial<Record<BridgeProblem, CertificateErrorCode>>> = {
  lost: 'DEVICE_ABSENT',
  ERR_BRIDGE_NOT_PAIRED: 'DEVICE_ABSENT',
  ERR_BRIDGE_NO_TOKEN: 'DEVICE_ABSENT',
  ERR_WEBEID_USER_CANCELLED: 'CANCELLED',
};

const REASONS: Readonly<Partial<Record<BridgeProblem, CertificateErrorReason>>> = {
  ERR_BRIDGE_PIN_LOCKED: 'pin-locked',
  ERR_WEBEID_USER_TIMEOUT: 'timed-out',
};

/** An error of the bridge, as one of a certificate provider's. Its message is the problem, and holds nothing of the signer's. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly problem: BridgeProblem;
  readonly code: CertificateErrorCode;
  readonly reason: CertificateErrorReason | undefined;

  constructor(problem: BridgeProblem) {
    super(problem);
    this.problem = problem;
    this.code = CODES[problem] ?? 'UNSUPPORTED';
    this.reason = REASONS[problem];
  }
}

/** Chrome's prompt may be open as long. */
const OPENING_TIMEOUT_MS = 60_000;

type Answer = Readonly<Record<string, unknown>>;

interface PendingRequest {
  readonly resolve: (result: Answer) => void;
  readonly reject: (error: BridgeError) => void;
  readonly tellNumber: ((number: string) => void) | undefined;
}

/** A connection to the token bridge on this computer. */
class TokenBridgeConnection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PendingRequest>();
  #id = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(data));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new BridgeError('lost'));
      this.#waiting.clear();
    });
  }

  /**
   * Connects. The browser may ask its user first whether the page may.
   *
   * @throws BridgeError, or the signal's reason
   */
  static async open(port: number, signal: AbortSignal): Promise<TokenBridgeConnection> {
    const connection = new TokenBridgeConnection(await openSocket(`ws://127.0.0.1:${port}/`, signal));
    const { protocolVersion } = await connection.ask('status', {});
    if (protocolVersion === PROTOCOL_VERSION) return connection;
    connection.close();
    throw new BridgeError('outdated');
  }

  /**
   * @param tellNumber of `pair`: called with the number to compare
   * @returns the result as it came: it is checked where it is used
   * @throws BridgeError
   */
  ask<Name extends Command>(
    command: Name,
    given: Commands[Name]['arguments'],
    tellNumber?: (number: string) => void,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN) {
        reject(new BridgeError('lost'));
        return;
      }
      this.#id += 1;
      this.#waiting.set(this.#id, { resolve, reject, tellNumber });
      this.#socket.send(JSON.stringify({ id: this.#id, command, arguments: given }));
    });
  }

  close(): void {
    this.#socket.close();
  }

  #receive(data: unknown): void {
    const { id, result, error, pairingNumber } = fieldsOf(data);
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) {
      this.close();
    } else if (typeof pairingNumber === 'string' && /^\d{6}$/.test(pairingNumber)) {
      waiting.tellNumber?.(pairingNumber);
    } else {
      this.#waiting.delete(Number(id));
      if (isRecord(result)) waiting.resolve(result);
      else waiting.reject(new BridgeError(problemOf(error)));
    }
  }
}

function isRecord(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null;
}

function fieldsOf(data: unknown): Answer {
  try {
    const value: unknown = JSON.parse(String(data));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const KNOWN: readonly BridgeErrorCode[] = [
  'ERR_WEBEID_USER_TIMEOUT',
  'ERR_WEBEID_USER_CANCELLED',
  'ERR_WEBEID_ACTION_PENDING',
  'ERR_BRIDGE_NOT_PAIRED',
  'ERR_BRIDGE_NO_MODULE',
  'ERR_BRIDGE_NO_TOKEN',
  'ERR_BRIDGE_NO_CERTIFICATE',
  'ERR_BRIDGE_PIN_LOCKED',
];

function problemOf(error: unknown): BridgeErrorCode {
  const code = isRecord(error) ? error['code'] : undefined;
  return KNOWN.find(known => known === code) ?? 'ERR_WEBEID_NATIVE_FATAL';
}

async function openSocket(address: string, signal: AbortSignal): Promise<WebSocket> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(OPENING_TIMEOUT_MS)]);
  let isForbidden = false;
  const watch = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isForbidden ||= address.startsWith(blockedURI);
  };
  document.addEventListener('securitypolicyviolation', watch);
  try {
    return await new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(address);
      const stop = () => socket.close();
      until.addEventListener('abort', stop);
      socket.addEventListener('open', () => {
        until.removeEventListener('abort', stop);
        resolve(socket);
      });
      socket.addEventListener('close', () => reject(new BridgeError('absent')));
    });
  } catch (error) {
    signal.throwIfAborted();
    // Safari's answer to an unencrypted address on a secure page.
    if (!(error instanceof BridgeError)) throw new BridgeError('unsupported');
    if (isForbidden) throw new BridgeError('policy');
    throw (await isDenied()) ? new BridgeError('blocked') : error;
  } finally {
    document.removeEventListener('securitypolicyviolation', watch);
  }
}

/** Chrome's permission for programs of this computer, by its newer and its older name. */
const PERMISSIONS = ['loopback-network', 'local-network-access'];

async function isDenied(): Promise<boolean> {
  const states = PERMISSIONS.map(async name => {
    // TypeScript does not know the names yet.
    const descriptor = Object.assign({ name: 'geolocation' } as const, { name });
    return (await navigator.permissions.query(descriptor)).state;
  });
  const known = await Promise.allSettled(states);
  return known.some(result => result.status === 'fulfilled' && result.value === 'denied');
}

type Bytes = Uint8Array<ArrayBuffer>;

interface TokenBridgeOptions {
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
    const given = await this.#given(hash, { bytes, label: this.#options.label });
    const { signature } = await this.#until(signal, connection =>
      connection.ask('sign', { ...this.#signing(hash), ...given }),
    );
    return bytesOf(signature);
  }

  async signAll(
    id: string,
    documents: readonly DocumentToSign[],
    hash: 'SHA-256',
    signal: AbortSignal,
  ): Promise<readonly Bytes[]> {
    const [first] = documents;
    if (first !== undefined && documents.length < BATCH_LIMITS.min)
      return [await this.sign(id, first.bytes, hash, signal)];
    const given = await Promise.all(
      documents.map(async (document, index) => ({
        id: String(index),
        ...(await this.#given(hash, document)),
      })),
    );
    const { signatures } = await this.#until(signal, connection =>
      connection.ask('signBatch', { ...this.#signing(hash), documents: given }),
    );
    // In the documents' order; that each is its document's is verified by who uses them.
    return Array.isArray(signatures) ? signatures.map(answer => bytesOf(Object(answer).signature)) : [];
  }

  dispose(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#chain = [];
  }

  #signing(hash: 'SHA-256') {
    const certificate = toBase64(this.#chain[0] ?? new Uint8Array());
    return { certificate, hashFunction: hash, lang: this.#options.lang };
  }

  async #given(hash: 'SHA-256', { bytes, label }: DocumentToSign) {
    const digest = new Uint8Array(await crypto.subtle.digest(hash, bytes));
    return { hash: toBase64(digest), label: label.slice(0, MAX_LABEL_LENGTH) };
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
