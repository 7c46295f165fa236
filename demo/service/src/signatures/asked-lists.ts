import type { ListRequest, RevocationLists } from '@sign-session/verify';

/** Lists that are asked for while nobody is held up, and then answer by themselves. */
export class AskedLists implements RevocationLists {
  readonly #lists: RevocationLists;
  readonly #answers = new Map<string, Uint8Array<ArrayBuffer> | undefined>();

  constructor(lists: RevocationLists) {
    this.#lists = lists;
  }

  async find(request: ListRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const answer = await this.#lists.find(request, signal);
    this.#answers.set(keyOf(request), answer);
    return answer;
  }

  /** The answers so far. What was not asked for is not to be had. */
  get answers(): RevocationLists {
    return { find: async request => this.#answers.get(keyOf(request)) };
  }
}

/** Two authorities may name one address. */
function keyOf({ address, issuer }: ListRequest): string {
  return `${Buffer.from(issuer.signature).toString('base64')} ${address}`;
}
