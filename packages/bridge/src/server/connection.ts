/** A page's connection to the bridge. */
import type { BridgeErrorCode } from '@sign-session/bridge-protocol';
import type { RawData, WebSocket } from 'ws';
import { KeystoreError } from '../keystore/keystore.ts';
import { type BridgeParts, codeOf, PageCommands } from './commands.ts';
import { type BridgeRequest, readRequest, RequestError } from './requests.ts';

/** How often in a row the signer refuses a site before it is not asked about for a while. */
const MOST_IN_A_ROW = 3;

const PAUSE_MS = 60_000;

/** Keeps a page from asking until the signer gives in. */
export class Refusals {
  readonly #sites = new Map<string, { count: number; at: number }>();

  /** Is the site refused without a question, for now? */
  isPaused(origin: string): boolean {
    const site = this.#sites.get(origin);
    return site !== undefined && site.count >= MOST_IN_A_ROW && performance.now() < site.at + PAUSE_MS;
  }

  /** Notes how a question ended. */
  note(origin: string, isRefused: boolean): void {
    const count = isRefused ? (this.#sites.get(origin)?.count ?? 0) + 1 : 0;
    if (count === 0) this.#sites.delete(origin);
    else this.#sites.set(origin, { count, at: performance.now() });
  }
}

/** A request that has the signer's attention. */
interface ActiveRequest {
  readonly isPaired: boolean;
  /** Aborts when a paired site's request takes its place. */
  readonly displaced: AbortController;
}

/**
 * What the connections of a bridge share: the signer answers one request at a time. A paired site's goes before the
 * question of one that is not, which is taken back.
 */
export class SignerAttention {
  #holder: ActiveRequest | undefined;

  /** @returns what gives it back, and the signal to end by; undefined while another request has it */
  take(isPaired: boolean): { readonly signal: AbortSignal; readonly release: () => void } | undefined {
    if (this.#holder !== undefined && (this.#holder.isPaired || !isPaired)) return undefined;
    this.#holder?.displaced.abort();
    const holder: ActiveRequest = { isPaired, displaced: new AbortController() };
    this.#holder = holder;
    const release = () => {
      if (this.#holder === holder) this.#holder = undefined;
    };
    return { signal: holder.displaced.signal, release };
  }
}

interface ConnectionOptions {
  readonly origin: string;
  readonly attention: SignerAttention;
  readonly refusals: Refusals;
  /** Milliseconds that the connection may be without a request. */
  readonly idleMs: number;
  /** Told of errors that are not the page's. */
  readonly report: (error: unknown) => void;
}

/** Answers a page's requests until it closes the connection, which ends what is under way, questions too. */
export function serve(socket: WebSocket, parts: BridgeParts, options: ConnectionOptions): void {
  const commands = new PageCommands(parts, options.origin);
  const closed = new AbortController();
  const send = (message: object) => socket.send(JSON.stringify(message));
  const { origin, attention, refusals, idleMs } = options;
  const fail = (id: number, code: BridgeErrorCode) => send({ id, error: { code } });
  const ask = async (request: BridgeRequest) => {
    const isPaired = await parts.pairings.has(origin);
    // Sites that are not paired count as one: anybody has as many names as they like.
    const asker = isPaired ? origin : UNPAIRED;
    if (refusals.isPaused(asker)) return fail(request.id, 'ERR_WEBEID_USER_CANCELLED');
    const attended = attention.take(isPaired);
    if (attended === undefined) return fail(request.id, 'ERR_WEBEID_ACTION_PENDING');
    const signal = AbortSignal.any([closed.signal, attended.signal]);
    try {
      const tellNumber = (pairingNumber: string) => send({ id: request.id, pairingNumber });
      const result = await commands.run(request, tellNumber, signal);
      signal.throwIfAborted();
      // A site that is paired is not asked about by `pair`.
      if (request.command !== 'pair' || !isPaired) refusals.note(asker, false);
      send({ id: request.id, result });
    } catch (error) {
      if (closed.signal.aborted) return refusals.note(asker, true);
      if (attended.signal.aborted) return fail(request.id, 'ERR_WEBEID_ACTION_PENDING');
      const code = codeOfAny(error, options);
      if (REFUSED.has(code)) refusals.note(asker, true);
      fail(request.id, code);
    } finally {
      attended.release();
    }
  };
  const answer = async (request: BridgeRequest) => {
    if (request.command !== 'status') return ask(request);
    send({ id: request.id, result: await commands.status() });
  };
  let underWay = 0;
  let idle = setTimeout(() => socket.terminate(), idleMs);
  const done = () => {
    underWay -= 1;
    if (underWay === 0 && !closed.signal.aborted) idle = setTimeout(() => socket.terminate(), idleMs);
  };
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const request = isBinary ? undefined : readRequest(textOf(data));
    // What is no request has no answer: whoever sends it is no page of ours.
    if (request === undefined) return socket.close(1003);
    clearTimeout(idle);
    underWay += 1;
    answer(request).catch(options.report).finally(done);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(idle);
    closed.abort();
  });
}

/** In the place of an origin. */
const UNPAIRED = '';

const REFUSED: ReadonlySet<BridgeErrorCode> = new Set([
  'ERR_WEBEID_USER_CANCELLED',
  'ERR_WEBEID_USER_TIMEOUT',
]);

function codeOfAny(error: unknown, { report }: ConnectionOptions): BridgeErrorCode {
  if (error instanceof RequestError) return error.code;
  report(error);
  return error instanceof KeystoreError ? codeOf(error) : 'ERR_WEBEID_NATIVE_FATAL';
}

/** As one buffer, which is what it is unless other types were asked for. */
function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}
