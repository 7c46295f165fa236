import { z } from '@hono/zod-openapi';
import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import type { Core } from '../core/core.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute } from '../http/route.ts';
import { signerOrClientWith } from '../oauth/authentication.ts';
import type { Principal } from '../domain/principal.ts';
import { Problem, tooMany } from '../domain/problem.ts';
import { describeError } from '../support/logs.ts';
import { bootstrapAnswer, sessionParams } from '../sessions/answers.ts';
import type { FirstViews } from '../sessions/sessions.ts';
import type { SessionAccess } from './session-access.ts';
import type { SessionChanges } from '../domain/session-changes.ts';
import type { SignerViews } from './signer-view.ts';
import type { Session } from '../domain/session.ts';

const HEARTBEAT_MS = 15_000;
/** Poll interval. Changes by other processes and expiry are not announced in this process. */
const LOOK_MS = 2000;

/** More than a signer's tabs and devices need. Beyond this, a page is leaking streams. */
const STREAMS_PER_SESSION = 8;

interface EventStreamParts {
  readonly access: SessionAccess;
  readonly views: SignerViews;
  readonly notices: FirstViews;
  /** Aborts when the service closes. */
  readonly closing: AbortSignal;
}

/** Resolves at the next announcement, after `LOOK_MS`, or when the signal aborts. */
function nextLook(changes: SessionChanges, sessionId: string, over: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      over.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, LOOK_MS);
    const unsubscribe = changes.subscribe(sessionId, finish);
    over.addEventListener('abort', finish);
    if (over.aborted) finish();
  });
}

/** A key that changes with the view: the session's version, how many other signers have signed, and how
 * many documents of a batch are sealed. */
function stateOf({ version, envelope, batch }: Session): string {
  return `${version} ${envelope?.completedSessions ?? 0} ${batch?.sealed ?? ''}`;
}

/**
 * Sends the view at once and after every change, until the session ends or the client disconnects.
 * @param identify whose credential it was opened with, if it is still valid: an access token ends before most sessions
 */
async function follow(
  stream: SSEStreamingApi,
  core: Core,
  parts: EventStreamParts,
  identify: () => Promise<Principal>,
  sessionId: string,
): Promise<void> {
  const { changes } = core;
  const { access, views, notices, closing } = parts;
  const left = new AbortController();
  stream.onAbort(() => left.abort());
  const over = AbortSignal.any([left.signal, closing]);
  let sent = '';
  let lastWrite = performance.now();
  while (!over.aborted) {
    const look = nextLook(changes, sessionId, over);
    const principal = await identify();
    const session = await access.open(principal, sessionId);
    const state = stateOf(session);
    if (state !== sent) {
      await notices.recordFirstView(principal, session);
      const view = await views.of(session, access.scopeOf(principal, session));
      await stream.writeSSE({ event: 'session', data: JSON.stringify(bootstrapAnswer.parse(view)) });
      sent = state;
      lastWrite = performance.now();
    } else if (performance.now() - lastWrite >= HEARTBEAT_MS) {
      await stream.write(': still here\n\n');
      lastWrite = performance.now();
    }
    if (session.status !== 'ACTIVE') left.abort();
    await look;
  }
}

class OpenStreams {
  readonly #counts = new Map<string, number>();

  /** @throws Problem `rate-limit` */
  enter(sessionId: string): void {
    const count = this.#counts.get(sessionId) ?? 0;
    if (count >= STREAMS_PER_SESSION) {
      const detail = `A session may be followed by ${STREAMS_PER_SESSION} streams at a time.`;
      throw tooMany(detail, 5);
    }
    this.#counts.set(sessionId, count + 1);
  }

  leave(sessionId: string): void {
    const count = this.#counts.get(sessionId) ?? 0;
    if (count > 1) this.#counts.set(sessionId, count - 1);
    else this.#counts.delete(sessionId);
  }
}

/** `session` events with the bootstrap as data (signer API, section 2). */
export function mountEventStream(app: ServiceApp, core: Core, parts: EventStreamParts): void {
  const open = new OpenStreams();
  /**
   * Follows until the stream ends. Errors end it without a message, which could quote a signer's data; all but
   * Problems are reported.
   */
  async function followToItsEnd(
    stream: SSEStreamingApi,
    identify: () => Promise<Principal>,
    sessionId: string,
  ): Promise<void> {
    try {
      await follow(stream, core, parts, identify, sessionId);
    } catch (error) {
      if (!(error instanceof Problem)) core.reportError(describeError(error));
    } finally {
      open.leave(sessionId);
    }
  }

  const route = declareRoute({
    method: 'get',
    path: '/v1/signing-sessions/{sessionId}/events',
    summary: 'Server-sent events: the session whenever it changes',
    access: signerOrClientWith('transactions:read'),
    request: { params: sessionParams },
    answers: { 200: { description: 'The stream', content: { 'text/event-stream': { schema: z.string() } } } },
    problems: [429],
  });
  app.openapi(route, async c => {
    const principal = c.get('principal');
    const { sessionId } = c.req.valid('param');
    // Refuse before the stream starts, so that the response has an error status.
    await parts.access.open(principal, sessionId);
    // Hono answers HEAD by this handler and drops the body: a stream would never be aborted, nor leave its place.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    open.enter(sessionId);
    const credentials = c.get('credentials');
    const [header, { url }] = [c.req.header('Authorization'), c.req];
    return streamSSE(c, stream => followToItsEnd(stream, () => credentials.identify(header, url), sessionId));
  });
}
