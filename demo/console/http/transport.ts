/** Sends a request as `fetch` does. */
export type Transport = (path: string, init: RequestInit) => Promise<Response>;

let transport: Transport = (path, init) => fetch(path, init);

/**
 * Sets how the console's own requests are sent: on the page without the widget's simulated network, in tests to a
 * service in the same process.
 */
export function setTransport(own: Transport): void {
  transport = own;
}

/** Sends one of the console's own requests. */
export const sendOwn: Transport = (path, init) => transport(path, init);
