/** Sends a request as `fetch` does. */
export type Transport = (path: string, init: RequestInit) => Promise<Response>;

let transport: Transport = (path, init) => fetch(path, init);

/**
 * Has the console's own requests sent this way from now on: on the page past what watches the widget, and in tests to a
 * service in the same process.
 */
export function setTransport(own: Transport): void {
  transport = own;
}

/** Sends one of the console's own requests. */
export const sendOwn: Transport = (path, init) => transport(path, init);
