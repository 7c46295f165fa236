/** What goes wrong on the page's side of the network, for as long as it is armed. */
export type PageFault =
  /** Nothing gets through, whatever the session asks. */
  | 'offline'
  /** Lost before the service hears of it. */
  | 'drop-before'
  /** The service acts; its answer is lost. */
  | 'drop-after'
  /** No answer ever comes. */
  | 'silence'
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

interface Armed {
  readonly match: PageFaultMatch;
  readonly fault: PageFault;
  left: number;
  met: number;
}

const armed = new Set<Armed>();
const reach = globalThis.fetch.bind(globalThis);

/**
 * Makes requests of this page go wrong between it and the real service, which can't do that for one session
 * until further notice. Until `disarm`, or for so many `times`.
 */
export function armPageFault(
  match: PageFaultMatch,
  fault: PageFault,
  times = Number.POSITIVE_INFINITY,
): { readonly met: () => number; readonly disarm: () => void } {
  const entry: Armed = { match, fault, left: times, met: 0 };
  armed.add(entry);
  globalThis.fetch = send;
  return {
    met: () => entry.met,
    disarm: () => {
      armed.delete(entry);
      if (armed.size === 0) globalThis.fetch = reach;
    },
  };
}

const send: typeof fetch = (input, init) => {
  const met = [...armed].filter(({ match, fault, left }) => left > 0 && matches(match, fault, input, init));
  const entry = met.find(({ fault }) => fault !== 'newer-step') ?? met[0];
  if (entry === undefined) return reach(input, init);
  entry.left -= 1;
  entry.met += 1;
  return suffer(entry.fault, input, init);
};

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

async function suffer(
  fault: PageFault,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response> {
  switch (fault) {
    case 'offline':
    case 'drop-before':
      throw new TypeError('Failed to fetch');
    case 'drop-after':
      await (await reach(input, init)).body?.cancel();
      throw new TypeError('Failed to fetch');
    case 'silence':
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      });
    case 'other-shape':
      await (await reach(input, init)).body?.cancel();
      return new Response('{"hello":["world"]}', { headers: { 'Content-Type': 'application/json' } });
    case 'broken':
      return new Response('', { status: 500 });
    case 'newer-step':
      return withNewerStep(await reach(input, init));
  }
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
