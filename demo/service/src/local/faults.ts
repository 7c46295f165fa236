import * as z from 'zod';
import { text } from '../http/request-values.ts';
import { LOCAL_RECEIVER } from './webhook-routes.ts';

/** The longest delay is longer than any client waits. */
const LONGEST_DELAY_MS = 10 * 60_000;

/**
 * What goes wrong with the requests that match.
 * - `match.path`: how the path begins; `*` stands for any characters within one segment.
 * - `match.action`: the `action` of a JSON body. Preflights match only `method: "OPTIONS"`.
 * - `status`: a problem instead of acting, by `status` (default 503). `garbage`: 200 and no JSON, without acting.
 * - `delay`: acts and answers after `delayMs`; with other faults, `delayMs` comes before them.
 * - `drop-before`, `drop-after`: the connection is cut before or after acting.
 * - `truncate`: acts, sends the first half of the answer and cuts the connection.
 * - `times`: how many requests; without it, until cleared.
 */
export const faultSchema = z
  .object({
    match: z.object({
      method: z.string().toUpperCase().optional(),
      path: text(500).optional(),
      action: text(100).optional(),
    }),
    fault: z.enum(['status', 'delay', 'drop-before', 'drop-after', 'truncate', 'garbage']),
    status: z.int().min(400).max(599).optional(),
    delayMs: z.int().min(0).max(LONGEST_DELAY_MS).optional(),
    times: z.int().min(1).max(1_000_000).optional(),
  })
  .refine(({ fault, delayMs }) => fault !== 'delay' || delayMs !== undefined, {
    path: ['delayMs'],
    message: 'Is required for a delay.',
  });
export type Fault = z.output<typeof faultSchema>;

/** The path that a pattern stands for the beginning of. */
function beginsLike(pattern: string): RegExp {
  const parts = pattern.split('*').map(part => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/]*')}`);
}

/** The `action` of a JSON body, of a copy of the request: the request itself stays unread. */
async function actionOf(request: Request): Promise<unknown> {
  if (!/json/.test(request.headers.get('Content-Type') ?? '')) return undefined;
  try {
    const body: unknown = await request.clone().json();
    return typeof body === 'object' && body !== null && 'action' in body ? body.action : undefined;
  } catch {
    return undefined;
  }
}

async function matches({ match }: Fault, request: Request): Promise<boolean> {
  const { method, path, action } = match;
  if (method === undefined ? request.method === 'OPTIONS' : method !== request.method) return false;
  if (path !== undefined && !beginsLike(path).test(new URL(request.url).pathname)) return false;
  return action === undefined || action === (await actionOf(request));
}

/** The development routes meet no fault; but the webhook receiver stands for an integrator's server. */
function isWayOut(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname.startsWith('/_local/') && !(pathname === LOCAL_RECEIVER && request.method === 'POST');
}

interface ArmedFault {
  readonly fault: Fault;
  /** Requests that it is still for. */
  left: number;
}

/** The faults that wait for requests, in this process. The first that matches is the one that happens. */
export class Faults {
  #armed: readonly ArmedFault[] = [];

  arm(fault: Fault): void {
    this.#armed = [...this.#armed, { fault, left: fault.times ?? Infinity }];
  }

  clear(): void {
    this.#armed = [];
  }

  /** With the times that are left. */
  list(): readonly Fault[] {
    return this.#armed.map(({ fault, left }) => (left === Infinity ? fault : { ...fault, times: left }));
  }

  /** The fault that this request meets, counted. */
  async take(request: Request): Promise<Fault | undefined> {
    if (this.#armed.length === 0 || isWayOut(request)) return undefined;
    for (const armed of this.#armed) {
      // Reading the action takes a moment in which another request may have had the last one.
      if (!(await matches(armed.fault, request)) || !this.#armed.includes(armed)) continue;
      armed.left -= 1;
      if (armed.left === 0) this.#armed = this.#armed.filter(other => other !== armed);
      return armed.fault;
    }
    return undefined;
  }
}
