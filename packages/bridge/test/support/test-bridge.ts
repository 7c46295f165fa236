import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from '@sign-session/bridge-protocol';
import { WebSocket } from 'ws';
import { certificateDer } from '../../../../test/support/certificate-files.ts';
import type { Keystore, TokenCertificate } from '../../src/keystore/keystore.ts';
import type { Dialogs } from '../../src/questions/dialogs.ts';
import { Questions } from '../../src/questions/questions.ts';
import { startBridge, type BridgeOptions, type RunningBridge } from '../../src/server/bridge.ts';
import { Pairings } from '../../src/server/pairings.ts';

export const ORIGIN = 'https://bank.example';
export const HASH = Buffer.alloc(32, 7).toString('base64');

/** A token as tests need it: its signatures are the digests with a 1 before them. */
class TestKeystore implements Keystore {
  found: TokenCertificate[] = [tokenCertificate()];
  /** Of `certificates`. */
  problem: Error | undefined;
  /** What the next signatures end with, instead. */
  refusals: Error[] = [];
  readonly pins: (string | undefined)[] = [];

  async certificates(): Promise<readonly TokenCertificate[]> {
    if (this.problem !== undefined) throw this.problem;
    return this.found;
  }

  async sign(_: TokenCertificate, digests: readonly Uint8Array[], pin: string | undefined) {
    this.pins.push(pin);
    const refusal = this.refusals.shift();
    if (refusal !== undefined) throw refusal;
    return digests.map(digest => Uint8Array.of(1, ...digest));
  }
}

export function tokenCertificate(changes: Partial<TokenCertificate> = {}): TokenCertificate {
  return {
    der: certificateDer('ecpf.pem'),
    issuers: [certificateDer('inter.pem')],
    place: 'test',
    token: 'Token',
    pin: 'typed',
    tries: 'enough',
    pinForEach: false,
    ...changes,
  };
}

/** Instead of an answer. */
export const NEVER = Symbol('never');

type Answer = boolean | number | string | typeof NEVER | undefined;

/** A signer who answers what the test has laid ready, and says yes otherwise. */
export class TestDialogs implements Dialogs {
  readonly asked: string[] = [];
  answers: Answer[] = [];
  /** How many questions went away without an answer. */
  withdrawn = 0;

  async confirm(text: string, _: unknown, signal: AbortSignal): Promise<boolean> {
    return (await this.#answer(text, true, signal)) === true;
  }

  async choose(text: string, options: readonly string[], _: unknown, signal: AbortSignal) {
    const answer = await this.#answer([text, ...options].join('\n'), 0, signal);
    return typeof answer === 'number' ? answer : undefined;
  }

  async secret(text: string, _: unknown, signal: AbortSignal) {
    const answer = await this.#answer(text, '1234', signal);
    return typeof answer === 'string' ? answer : undefined;
  }

  async #answer(text: string, usual: Answer, signal: AbortSignal): Promise<Answer> {
    this.asked.push(text);
    const answer = this.answers.length > 0 ? this.answers.shift() : usual;
    if (answer !== NEVER) return answer;
    await once(signal, 'abort');
    this.withdrawn += 1;
    signal.throwIfAborted();
    return undefined;
  }
}

export interface TestBridge extends RunningBridge {
  readonly keystore: TestKeystore;
  readonly dialogs: TestDialogs;
  readonly pairings: Pairings;
  readonly folder: string;
}

/** A bridge with a token and a signer of tests. `close` also removes its folder. */
export async function startTestBridge(options: Partial<BridgeOptions> = {}): Promise<TestBridge> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bridge-'));
  const [keystore, dialogs, pairings] = [new TestKeystore(), new TestDialogs(), new Pairings(folder)];
  const questions = new Questions(dialogs, 'en');
  const bridge = await startBridge({ keystore, questions, pairings, version: '1.2.3', port: 0, ...options });
  const close = async () => {
    await bridge.close();
    await rm(folder, { recursive: true });
  };
  return { port: bridge.port, keystore, dialogs, pairings, folder, close };
}

interface Answered {
  readonly id: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: string };
  readonly pairingNumber?: string;
}

/** A page's connection. */
export class PageConnection {
  readonly socket: WebSocket;
  readonly received: Answered[] = [];
  #id = 0;

  constructor(port: number, { origin = ORIGIN, host = `127.0.0.1:${port}`, at = '127.0.0.1' } = {}) {
    this.socket = new WebSocket(`ws://${at}:${port}/`, { headers: { origin, host } });
    this.socket.on('error', () => undefined);
    this.socket.on('message', data =>
      this.received.push(JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')),
    );
  }

  /** @throws Error when the bridge does not let it in */
  async opened(): Promise<this> {
    if (this.socket.readyState !== WebSocket.OPEN) await once(this.socket, 'open');
    return this;
  }

  /** Sends a request without waiting. @returns its id */
  send(command: Command, given: object = {}): number {
    this.#id += 1;
    this.socket.send(JSON.stringify({ id: this.#id, command, arguments: given }));
    return this.#id;
  }

  /** The answer to a request. */
  async answer(id: number): Promise<Answered> {
    for (;;) {
      const found = this.received.find(message => message.id === id && message.pairingNumber === undefined);
      if (found !== undefined) return found;
      await once(this.socket, 'message');
    }
  }

  ask(command: Command, given: object = {}): Promise<Answered> {
    return this.answer(this.send(command, given));
  }

  /** Pairs, and gets the certificate. @returns it in base64 */
  async ready(): Promise<string> {
    await this.opened();
    await this.ask('pair');
    const { result } = await this.ask('getSigningCertificate');
    return String(result?.['certificate']);
  }
}
