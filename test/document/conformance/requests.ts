/** On this channel a watched worker (watched-worker.ts) tells the addresses it asks for. */
export const REQUESTS_CHANNEL = 'sign-session-requests';

/**
 * Tells every address that scripts ask for from now on, in a page or in a worker, also when the request fails.
 *
 * @returns what puts everything back.
 */
export function tellRequests(tell: (url: string) => void): () => void {
  const real = { fetch: globalThis.fetch, XMLHttpRequest, WebSocket };
  globalThis.fetch = (input, init) => {
    tell(input instanceof Request ? input.url : String(input));
    return Reflect.apply(real.fetch, globalThis, [input, init]);
  };
  globalThis.XMLHttpRequest = class extends XMLHttpRequest {
    override open(method: string, url: string | URL, ...rest: unknown[]): void {
      tell(String(url));
      Reflect.apply(super.open.bind(this), this, [method, url, ...rest]);
    }
  };
  globalThis.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      tell(String(url));
      super(url, protocols);
    }
  };
  return () => Object.assign(globalThis, real);
}
