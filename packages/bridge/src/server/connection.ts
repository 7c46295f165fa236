import type { BridgeErrorCode } from '@sign-session/bridge-protocol';
import type { RawData, WebSocket } from 'ws';
import { KeystoreError } from '../keystore/keystore.ts';
import { codeOf, PageCommands, type BridgeParts } from './commands.ts';
import { readRequest, RequestError, type BridgeRequest } from './requests.ts';

/** What the connections of a bridge share: the signer answers one request at a time. */
export class SignerAttention {
  #taken = false;

  /** @returns what gives it back; undefined while another request has it */
  take(): (() => void) | undefined {
    if (this.#taken) return undefined;
    this.#taken = true;
    return () => {
      this.#taken = false;
    };
  }
}

export interface ConnectionOptions {
  readonly origin: string;
  readonly attention: SignerAttention;
  /** Told of errors that are not the page's. */
  readonly report: (error: unknown) => void;
}

/** Answers a page's requests until it closes the connection, which ends what is under way, questions too. */
export function serve(socket: WebSocket, parts: BridgeParts, options: ConnectionOptions): void {
  const commands = new PageCommands(parts, options.origin);
  const closed = new AbortController();
  const send = (message: object) => socket.send(JSON.stringify(message));
  const answer = async (request: BridgeRequest) => {
    const release = request.command === 'status' ? () => undefined : options.attention.take();
    if (release === undefined) {
      send({ id: request.id, error: { code: 'ERR_WEBEID_ACTION_PENDING' } });
      return;
    }
    try {
      const tellNumber = (pairingNumber: string) => send({ id: request.id, pairingNumber });
      const result = await commands.run(request, tellNumber, closed.signal);
      closed.signal.throwIfAborted();
      send({ id: request.id, result });
    } catch (error) {
      if (closed.signal.aborted) return;
      send({ id: request.id, error: { code: codeOfAny(error, options) } });
    } finally {
      release();
    }
  };
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const request = isBinary ? undefined : readRequest(textOf(data));
    // What is no request has no answer: whoever sends it is no page of ours.
    if (request === undefined) socket.close(1003);
    else void answer(request);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => closed.abort());
}

function codeOfAny(error: unknown, { report }: ConnectionOptions): BridgeErrorCode {
  if (error instanceof RequestError) return error.code;
  report(error);
  return error instanceof KeystoreError ? codeOf(error) : 'ERR_WEBEID_NATIVE_FATAL';
}

/** As one buffer, which is what it is unless other types were asked for. */
function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}
