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
