/** What a test environment makes global of its window. */
const GLOBALS = [
  'window',
  'document',
  'customElements',
  'navigator',
  'location',
  'innerWidth',
  'innerHeight',
  'devicePixelRatio',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLButtonElement',
  'ShadowRoot',
  'Event',
  'CustomEvent',
  'InputEvent',
] as const;

/** Makes a window's DOM the process's, as test environments do. */
export function useDom(window: object): void {
  for (const name of GLOBALS) {
    const value: unknown = Reflect.get(window, name);
    Object.defineProperty(globalThis, name, { configurable: true, value });
  }
}
