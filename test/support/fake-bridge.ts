import type { BridgeErrorCode, Command } from '@sign-session/bridge-protocol';
import { fromBase64, toBase64 } from '../../src/certificate/base64.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** How the bridge behaves: each test its own. */
export interface BridgeScript {
  /** Nothing answers at its address. */
  readonly absent?: boolean;
  /** Commands that wait for the signer until the test lets them: see `FakeBridge.answer`. */
  readonly waits?: readonly Command[];
  readonly failures?: Partial<Record<Command, BridgeErrorCode>>;
  readonly protocolVersion?: number;
  /** Signs something else than it was given. */
  readonly wrong?: boolean;
}

/** What is in its token. */
export interface BridgeToken {
  readonly certificate: Bytes;
  signDigest(digest: Bytes): Promise<Bytes> | Bytes;
}

interface Asked {
  readonly command: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/**
 * Takes the bridge's place at the edge of the network: pages connect to it by `WebSocket`, and it answers as the protocol
 * says. The bridge itself is tried in its own tests and in whole flows.
 */
export class FakeBridge {
  /** The addresses that were called. */
  readonly addresses: string[] = [];
  readonly asked: Asked[] = [];
  script: BridgeScript;
  readonly #token: BridgeToken;
  readonly #sockets = new Set<FakeSocket>();
  #held: (() => void)[] = [];

  constructor(token: BridgeToken, script: BridgeScript = {}) {
    this.#token = token;
    this.script = script;
  }

  /** What `WebSocket` is while the fake is used. */
  get WebSocket(): unknown {
    // oxlint-disable-next-line typescript/no-this-alias -- the class below has one of its own
    const bridge = this;
    return class extends FakeSocket {
      constructor(address: string) {
        super((socket, text) => bridge.receive(socket, text));
        bridge.addresses.push(address);
        bridge.#sockets.add(this);
        setTimeout(() => (bridge.script.absent === true ? this.close() : this.open()));
      }
    };
  }

  /** Lets what waits go on. */
  answer(): void {
    for (const go of this.#held.splice(0)) go();
  }

  /** Ends as a bridge that is closed. */
  stop(): void {
    for (const socket of this.#sockets) socket.close();
  }

  get connections(): number {
    return [...this.#sockets].filter(({ readyState }) => readyState === 1).length;
  }

  receive(socket: FakeSocket, text: string): void {
    const {
      id,
      command,
      arguments: given,
    }: { id: number; command: Command; arguments: Asked['given'] } = JSON.parse(text);
    this.asked.push({ command, given });
    const failure = this.script.failures?.[command];
    const answer = async () => {
      if (failure === undefined) socket.hears({ id, result: await this.#resultOf(command, given) });
      else socket.hears({ id, error: { code: failure } });
    };
    if (command === 'pair') socket.hears({ id, pairingNumber: '482913' });
    if (this.script.waits?.includes(command)) this.#held.push(() => void answer());
    else void answer();
  }

  async #resultOf(command: Command, given: Asked['given']): Promise<object> {
    switch (command) {
      case 'status':
        return { protocolVersion: this.script.protocolVersion ?? 1, version: '0.0.0', paired: false };
      case 'pair':
        return {};
      case 'getSigningCertificate':
        return {
          certificate: toBase64(this.#token.certificate),
          issuers: [],
          supportedSignatureAlgorithms: [],
        };
      case 'sign': {
        const digest = this.script.wrong === true ? new Uint8Array(32) : fromBase64(String(given['hash']));
        return { signature: toBase64(await this.#token.signDigest(digest)) };
      }
      case 'signBatch':
        return {};
    }
  }
}

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  readonly #receive: (socket: FakeSocket, text: string) => void;

  constructor(receive: (socket: FakeSocket, text: string) => void) {
    super();
    this.#receive = receive;
  }

  open(): void {
    if (this.readyState !== 0) return;
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  send(text: string): void {
    this.#receive(this, text);
  }

  hears(message: object): void {
    if (this.readyState !== 1) return;
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
}
