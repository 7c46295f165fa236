import type { ListRequest, OcspAnswer, ResponderRequest, RevocationLists } from '@sign-session/verify';

/** Queries lists and responders and records the answers, so that a later check can reuse them without waiting. */
export class RecordingLists implements RevocationLists {
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

  /** DER of every response of a responder. */
  get foundResponses(): Uint8Array[] {
    return [...this.#answers.values()].flatMap(answer => answer?.der ?? []);
  }

  /** The recorded answers. Anything that was not queried is undefined. */
  get answers(): RevocationLists {
    return {
      find: async request => this.#found.get(keyOf(request)),
      ask: async request => this.#answers.get(questionOf(request)),
    };
  }
}

/** The key includes the issuer, because two authorities may use the same address. */
function keyOf({ address, issuer }: ListRequest): string {
  return `${Buffer.from(issuer.signature).toString('base64')} ${address}`;
}

function questionOf(request: ResponderRequest): string {
  return `${request.certificate.serialNumber} ${keyOf(request)}`;
}
