/** What goes wrong on the page's side of the network, for as long as it is armed. */
export type PageFault =
  /** Nothing gets through, whatever the session asks. */
  | 'offline'
  /** Lost before the service hears of it. */
  | 'drop-before'
  /** No answer ever comes. */
  | 'silence'
  /** It takes long, but not too long, to reach the service. */
  | 'slow'
  /** It reaches the service after the widget has stopped waiting for the answer. */
  | 'late'
  /** The service acts; its answer is JSON of another shape. */
  | 'other-shape'
  /** A 500, without acting. */
  | 'broken'
  /** Nothing goes wrong, but the first step is of a type that is newer than the widget. */
  | 'newer-step';

export interface PageFaultMatch {
  /** What the address holds: the session's id, or a document's. */
  readonly address: string;
  readonly method?: string | undefined;
  /** What the address has after that. */
  readonly path?: string | undefined;
  /** The `action` of a JSON body. */
  readonly action?: string | undefined;
}

export interface ArmedFault {
  /** How often it has happened. */
  readonly met: () => number;
  readonly disarm: () => void;
}

interface Armed {
  readonly match: PageFaultMatch;
  readonly fault: PageFault;
  left: number;
  met: number;
}

/** The widget waits 15 s for an answer. */
const SLOW_MS = 12_000;
const LATE_MS = 17_000;

/**
 * Takes the place of `fetch`: makes requests of this page go wrong between it and the real service, and knows
 * whether anything is under way. Call `restore` when the test ends.
 */
export class FaultyNetwork {
  readonly #fetch = globalThis.fetch;
  readonly #armed = new Set<Armed>();
  #underWay = 0;
  #late = 0;
  #failing = false;

  constructor() {
    globalThis.fetch = (input, init) => this.#send(input, init);
  }

  restore(): void {
    globalThis.fetch = this.#fetch;
  }

  /** Does the page wait for the real service? */
  get busy(): boolean {
    return this.#underWay > 0;
  }

  /** Did the latest request fail, or is it being kept waiting? Then the widget goes on when time has passed. */
  get failing(): boolean {
    return this.#failing;
  }

  /** Is there a request that has not reached the service yet, although the page gave it up? */
  get hasLate(): boolean {
    return this.#late > 0;
  }

  /** Until it is disarmed, or for so many `times`. */
  arm(match: PageFaultMatch, fault: PageFault, times = Number.POSITIVE_INFINITY): ArmedFault {
    const entry: Armed = { match, fault, left: times, met: 0 };
    this.#armed.add(entry);
    return { met: () => entry.met, disarm: () => void this.#armed.delete(entry) };
  }

  #send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const met = [...this.#armed].filter(
      ({ match, fault, left }) => left > 0 && matches(match, fault, input, init),
    );
    const entry = met.find(({ fault }) => fault !== 'newer-step') ?? met[0];
    if (entry === undefined) return this.#reach(input, init);
    entry.left -= 1;
    entry.met += 1;
    return this.#suffer(entry.fault, input, init);
  }

  /** A real request, under way until the whole answer is there. */
  async #reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    this.#underWay += 1;
    try {
      const answer = await this.#fetch.call(globalThis, input, init);
      // Of a stream nobody knows when it ends.
      const isStream = answer.headers.get('Content-Type')?.startsWith('text/event-stream');
      const whole =
        isStream ||
        (await answer
          .clone()
          .arrayBuffer()
          .catch(() => false)) !== false;
      this.#failing = !answer.ok || !whole;
      return answer;
    } catch (error) {
      this.#failing = true;
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  async #suffer(
    fault: PageFault,
    input: RequestInfo | URL,
    init: RequestInit | undefined,
  ): Promise<Response> {
    this.#failing = true;
    switch (fault) {
      case 'offline':
      case 'drop-before':
        throw new TypeError('Failed to fetch');
      case 'silence':
        return silence(init);
      case 'slow':
        return Promise.race([delay(SLOW_MS).then(() => this.#reach(input, init)), silence(init)]);
      case 'late':
        void this.#sendLate(input, init);
        return silence(init);
      case 'other-shape':
        await (await this.#reach(input, init)).body?.cancel();
        return new Response('{"hello":["world"]}', { headers: { 'Content-Type': 'application/json' } });
      case 'broken':
        return new Response('', { status: 500 });
      case 'newer-step':
        return withNewerStep(await this.#reach(input, init));
    }
  }

  async #sendLate(input: RequestInfo | URL, init: RequestInit | undefined): Promise<void> {
    this.#late += 1;
    await delay(LATE_MS);
    const answer = await this.#fetch.call(globalThis, input, { ...init, signal: null });
    await answer.body?.cancel();
    this.#late -= 1;
  }
}

function matches(
  { address, method, path = '', action }: PageFaultMatch,
  fault: PageFault,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): boolean {
  const url = input instanceof Request ? input.url : String(input);
  if (!url.includes(fault === 'offline' ? address : address + path)) return false;
  if (fault === 'offline') return true;
  if (method !== undefined && method !== (init?.method ?? 'GET')) return false;
  if (action === undefined) return true;
  return typeof init?.body === 'string' && init.body.includes(`"action":"${action}"`);
}

/** By the page's clock. */
function delay(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms);
  });
}

/** No answer, until the request is given up. */
function silence(init: RequestInit | undefined): Promise<never> {
  return new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });
}

/** What a type of step is called here that this widget does not know. */
const NEWER_STEP = 'RETINA_SCAN';

/** Also of a stream: an event comes in one piece. */
function withNewerStep(answer: Response): Response {
  const rename = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const text = new TextDecoder().decode(chunk).replaceAll('CLICK_ACCEPT', NEWER_STEP);
      controller.enqueue(new TextEncoder().encode(text));
    },
  });
  const { status, headers, body } = answer;
  return new Response(body?.pipeThrough(rename) ?? null, { status, headers });
}
