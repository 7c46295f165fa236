import { createRoute, z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import { jsonBody } from '../http/declare-route.ts';
import { json } from '../http/openapi-parts.ts';
import { idSchema } from '../domain/identifiers/id-schema.ts';

/** Sessions whose finalization is to fail, so that the status FAILED can be tested. Held in memory, in this process only. */
export class BrokenFinalizations {
  readonly #sessionIds = new Set<string>();
  #next = false;

  /** @param sessionId undefined for the next session that finalizes */
  arm(sessionId: string | undefined): void {
    if (sessionId === undefined) this.#next = true;
    else this.#sessionIds.add(sessionId);
  }

  clear(): void {
    this.#sessionIds.clear();
    this.#next = false;
  }

  /** Whether this finalization fails. Consumes the entry, so the session's next one succeeds. */
  take(sessionId: string): boolean {
    if (this.#sessionIds.delete(sessionId)) return true;
    const breaks = this.#next;
    this.#next = false;
    return breaks;
  }
}

/** `POST /_local/broken-finalizations {sessionId?}`: makes the next finalization, or that session's, fail. */
export function mountBrokenFinalizations(app: ServiceApp, broken: BrokenFinalizations): void {
  const schema = z.object({ sessionId: idSchema.optional() });
  const route = createRoute({
    method: 'post',
    path: '/_local/broken-finalizations',
    hide: true,
    request: { body: jsonBody(schema) },
    responses: { 200: json('The next finalization will fail', schema) },
  });
  app.openapi(route, c => {
    const { sessionId } = c.req.valid('json');
    broken.arm(sessionId);
    return c.json({ sessionId }, 200);
  });
}
