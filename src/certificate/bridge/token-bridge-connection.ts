import type { CertificateErrorCode, CertificateErrorReason } from '../provider.ts';
import {
  PROTOCOL_VERSION,
  type BridgeErrorCode,
  type Command,
  type Commands,
} from '@sign-session/bridge-protocol';

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

interface Waiting {
  readonly resolve: (result: Answer) => void;
  readonly reject: (error: BridgeError) => void;
  readonly tellNumber: ((number: string) => void) | undefined;
}

/** A connection to the token bridge on this computer. */
export class TokenBridgeConnection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
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
