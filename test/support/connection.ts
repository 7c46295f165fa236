/** Connects the device or takes its connection away, as the browser reports it. {@link reallyConnect} undoes it. */
export function connect(isConnected: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isConnected });
  dispatchEvent(new Event(isConnected ? 'online' : 'offline'));
}

/** The browser reports the device's own connection again. */
export function reallyConnect(): void {
  Reflect.deleteProperty(navigator, 'onLine');
}
