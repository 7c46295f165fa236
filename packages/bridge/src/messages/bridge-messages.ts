/** What the bridge says to who signs. */
export interface BridgeMessages {
  /** Starting. @param address where it listens */
  started(address: string): string;
  readonly stop: string;
  /** @param port taken by another program */
  portTaken(port: number): string;
  readonly noNativePart: string;
  readonly noModule: string;
  /** @param path of a driver */
  module(path: string): string;
  readonly noToken: string;
  readonly noCertificate: string;
  readonly pinLocked: string;
  readonly failed: string;
  readonly noSites: string;
  /** @param day YYYY-MM-DD */
  site(origin: string, day: string): string;
  revoked(count: number): string;

  pairing(origin: string, number: string): string;
  oneCertificate(origin: string, name: string): string;
  certificates(origin: string): string;
  signing(origin: string, count: number): string;
  more(count: number): string;
  readonly with: string;
  readonly pad: string;
  readonly padForEach: string;
  /** @param token its name; may be empty */
  pin(token: string): string;
  readonly wrongPin: string;
  readonly fewTries: string;
  readonly lastTry: string;
  /** On the terminal, where a question can't go away. */
  readonly withdrawn: string;

  readonly same: string;
  readonly allow: string;
  readonly sign: string;
  readonly goOn: string;
  readonly refuse: string;
}
