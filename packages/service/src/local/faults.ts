import * as z from 'zod';
import { text } from '../http/request-values.ts';
import { LOCAL_RECEIVER } from './webhook-routes.ts';

/** Longer than any client waits. */
const LONGEST_DELAY_MS = 10 * 60_000;

/**
 * A fault for matching requests.
 * - `match.path`: prefix of the path; `*` stands for any characters within one segment.
 * - `match.action`: the `action` of a JSON body. Preflights match only `method: "OPTIONS"`.
 * - `status`: answers a problem without acting, with `status` (default 503). `garbage`: answers 200 with invalid
 *   JSON, without acting.
 * - `delay`: acts and answers after `delayMs`; with other faults, `delayMs` comes before them.
 * - `drop-before`, `drop-after`: cuts the connection before or after acting.
 * - `truncate`: acts, sends the first half of the response and cuts the connection.
 * - `times`: number of requests; if absent, until cleared.
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

/** Matches paths that begin with the pattern. */
function prefixPattern(pattern: string): RegExp {
  const parts = pattern.split('*').map(part => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/]*')}`);
}

/** The `action` of a JSON body. Reads a clone, so that the request stays unread. */
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
  if (path !== undefined && !prefixPattern(path).test(new URL(request.url).pathname)) return false;
  return action === undefined || action === (await actionOf(request));
}

/**
 * Faults do not apply to the development routes, except to the webhook receiver, which stands for an integrator's
 * server.
 */
function isExempt(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname.startsWith('/_local/') && !(pathname === LOCAL_RECEIVER && request.method === 'POST');
}

interface ArmedFault {
  readonly fault: Fault;
  /** The number of requests it still applies to. */
  left: number;
}

/** The armed faults of this process. Only the first that matches a request applies. */
export class Faults {
  #armed: readonly ArmedFault[] = [];

  arm(fault: Fault): void {
    this.#armed = [...this.#armed, { fault, left: fault.times ?? Infinity }];
  }

  clear(): void {
    this.#armed = [];
  }

  /** With the remaining `times`. */
  list(): readonly Fault[] {
    return this.#armed.map(({ fault, left }) => (left === Infinity ? fault : { ...fault, times: left }));
  }

  /** Returns the fault for this request and counts it. */
  async take(request: Request): Promise<Fault | undefined> {
    if (this.#armed.length === 0 || isExempt(request)) return undefined;
    for (const armed of this.#armed) {
      // Another request may have used up the fault while the action was being read.
      if (!(await matches(armed.fault, request)) || !this.#armed.includes(armed)) continue;
      armed.left -= 1;
      if (armed.left === 0) this.#armed = this.#armed.filter(other => other !== armed);
      return armed.fault;
    }
    return undefined;
  }
}
