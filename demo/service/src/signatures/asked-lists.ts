import type { ListRequest, OcspAnswer, ResponderRequest, RevocationLists } from '@sign-session/verify';

/** Lists and responders that are asked while nobody is held up; what they said is then repeated. */
export class AskedLists implements RevocationLists {
  readonly #lists: RevocationLists;
  readonly #found = new Map<string, Uint8Array<ArrayBuffer> | undefined>();
  readonly #answers = new Map<string, OcspAnswer | undefined>();

  constructor(lists: RevocationLists) {
    this.#lists = lists;
  }

  async find(request: ListRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const found = await this.#lists.find(request, signal);
    this.#found.set(keyOf(request), found);
    return found;
  }

  async ask(request: ResponderRequest, signal: AbortSignal): Promise<OcspAnswer | undefined> {
    const answer = await this.#lists.ask?.(request, signal);
    this.#answers.set(questionOf(request), answer);
    return answer;
  }

  /** DER of every list that was found. */
  get foundLists(): Uint8Array[] {
    return [...this.#found.values()].filter(found => found !== undefined);
  }

  /** DER of every responder's answer. */
  get foundResponses(): Uint8Array[] {
    return [...this.#answers.values()].flatMap(answer => answer?.der ?? []);
  }

  /** The answers so far. What was not asked for is not to be had. */
  get answers(): RevocationLists {
    return {
      find: async request => this.#found.get(keyOf(request)),
      ask: async request => this.#answers.get(questionOf(request)),
    };
  }
}

/** Two authorities may name one address. */
function keyOf({ address, issuer }: ListRequest): string {
  return `${Buffer.from(issuer.signature).toString('base64')} ${address}`;
}

function questionOf(request: ResponderRequest): string {
  return `${request.certificate.serialNumber} ${keyOf(request)}`;
}
