/** A window of a browser of any engine. */
export interface DrivenWindow {
  /** Runs a function body in its page; a promise it returns is waited for. `args` are its `arguments`. */
  run(body: string, ...args: unknown[]): Promise<unknown>;
  /** The same in the page of its first frame, whatever origin that is of. */
  runInFrame(body: string, ...args: unknown[]): Promise<unknown>;
  /** Presses the mouse's first button at a place of the window's page, in CSS pixels. */
  click(x: number, y: number): Promise<void>;
  /** Presses a key, by its name in `KeyboardEvent.key`. */
  press(key: string): Promise<void>;
}

/** A browser with the pop-up blocker that its users have. */
export interface DrivenBrowser {
  /** Opens an address in the first window, and waits for its `load` event. */
  open(url: string): Promise<DrivenWindow>;
  /** The window that a page has opened; undefined while there is none. */
  popup(): Promise<DrivenWindow | undefined>;
  close(): Promise<void>;
}
