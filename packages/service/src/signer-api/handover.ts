/** Links that open a session on another device. */
import { z } from '@hono/zod-openapi';
import type { Core } from '../core/core.ts';
import { Problem } from '../domain/problem.ts';
import { requireActive } from '../domain/session-state.ts';
import type { Session } from '../domain/session.ts';
import { sha256 } from '../domain/sha256.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, idempotencyKeyOf, jsonBody, route, ok } from '../http/route.ts';
import { IDEMPOTENCY_HEADERS } from '../http/idempotency.ts';
import { json } from '../http/openapi-parts.ts';
import { signerOnly } from '../oauth/authentication.ts';
import type { ClientSecrets } from '../oauth/client-secrets.ts';
import { sessionParams } from '../sessions/answers.ts';
import { type FrameAppearance, frameAppearanceSchema } from '../sessions/shared-request.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Queries } from '../storage/database.ts';
import type { SessionAccess } from './session-access.ts';

/** Long enough to get a phone out and scan; short enough that a link left on a screen soon expires. */
const LIFETIME_MS = 5 * 60_000;

const CODE_BYTES = 16;

/** A one-time code that opens a session on another device. */
interface HandoverCode {
  /** 128 random bits in base64url. Only its hash is stored. */
  readonly code: string;
  readonly expiresAt: Date;
}

const hashed = (text: string): string => sha256(text).toString('base64url');

/** The same error for a code that was used, expired, was replaced or never existed. */
function refused(): Problem {
  return new Problem('not-found', 'The link was already used or has expired. Create a new one.');
}

/**
 * Moves a session to another device without its secret in a URL (signer API, section 2). A session has one code at
 * a time: a new code replaces the last.
 */
export class Handovers {
  readonly #core: Core;
  readonly #parts;

  constructor(core: Core, parts: { sessions: Sessions; secrets: ClientSecrets }) {
    this.#core = core;
    this.#parts = parts;
  }

  /**
   * @param appearance of the widget that frames the page of the link
   * @throws Problem `gone` for a session that has ended
   */
  prepare(
    session: Session,
    appearance?: FrameAppearance,
  ): HandoverCode & { settle: (queries: Queries) => Promise<void> } {
    const { clock, random } = this.#core;
    const now = clock.now();
    requireActive(session, now);
    const code = Buffer.from(random(CODE_BYTES)).toString('base64url');
    const expiresAt = new Date(Math.min(now.getTime() + LIFETIME_MS, session.expiresAt.getTime()));
    const settle = async (queries: Queries) => {
      await queries.query(
        `INSERT INTO handovers (session_id, code_hash, expires_at, appearance) VALUES ($1, $2, $3, $4)
         ON CONFLICT (session_id) DO UPDATE
           SET code_hash = EXCLUDED.code_hash, expires_at = EXCLUDED.expires_at,
             appearance = EXCLUDED.appearance, taken_by = NULL`,
        [
          session.sessionId,
          hashed(code),
          expiresAt,
          appearance === undefined ? null : JSON.stringify(appearance),
        ],
      );
    };
    return { code, expiresAt, settle };
  }

  /**
   * Exchanges a code for the session's client secret, and the appearance that was kept with it. The code then stops working.
   * @param key the request's idempotency key: with the same key, a code can be exchanged again until it expires
   * @throws Problem `not-found`
   */
  async exchange(code: string, key: string | undefined): Promise<z.infer<typeof exchangeAnswer>> {
    const { database, clock, random } = this.#core;
    const { sessions, secrets } = this.#parts;
    const taker = key ?? Buffer.from(random(CODE_BYTES)).toString('base64url');
    // One statement, so that only one of two devices with the same link succeeds.
    const [taken] = await database.query<{ session_id: string; appearance: unknown }>(
      `UPDATE handovers SET taken_by = $2
       WHERE code_hash = $1 AND expires_at > $3 AND (taken_by IS NULL OR taken_by = $2)
       RETURNING session_id, appearance`,
      [hashed(code), hashed(taker), clock.now()],
    );
    const session = taken && (await sessions.find(taken.session_id));
    if (session === undefined) throw refused();
    const appearance = frameAppearanceSchema.nullish().parse(taken?.appearance) ?? undefined;
    return { clientSecret: await secrets.mint(session), appearance };
  }

  async removeOld(): Promise<void> {
    const { database, clock } = this.#core;
    await database.query('DELETE FROM handovers WHERE expires_at <= $1', [clock.now()]);
  }
}

const MAX_BODY = 4 * 1024;

/** The stored response for repeats. The code in it is encrypted. */
const storedHandover = z.object({ sealedCode: z.string(), expiresAt: z.string() });

const handoverAnswer = z
  .object({
    url: z.string().describe('The hosted page with a code that works once. A credential while it lives.'),
    expiresAt: z.string().describe('ISO 8601, UTC'),
  })
  .openapi('Handover');

const exchangeRequest = z.object({ code: z.string().min(1).max(100) });
const exchangeAnswer = z.object({
  clientSecret: z.string(),
  appearance: frameAppearanceSchema
    .optional()
    .describe('Of the widget that frames the page. The page then shows the step alone, and looks like it.'),
});

const handoverRequest = z.object({
  appearance: frameAppearanceSchema
    .optional()
    .describe(
      'For a link that is opened in a frame of the widget: kept with the code, and given with the secret.',
    ),
});

interface HandoverRoutesParts {
  readonly access: SessionAccess;
  readonly handovers: Handovers;
}

/**
 * “Continue on your phone”: creates a one-time link, and exchanges it on the hosted page. Call after the signer's
 * routes.
 */
export function mountHandoverRoutes(app: ServiceApp, core: Core, parts: HandoverRoutesParts): void {
  const { database, links, fieldCipher } = core;
  const { access, handovers } = parts;

  route(app, {
    method: 'post',
    path: '/v1/signing-sessions/{sessionId}/handover',
    summary: 'A link that opens the session on another device, once, within 5 minutes',
    access: signerOnly(),
    params: sessionParams,
    optionalBody: handoverRequest,
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answer: ok('The link; a new one ends the one before', handoverAnswer),
    problems: [410],
    handle: async ({ principal, params, body: asked, once }) => {
      const session = await access.open(principal, params.sessionId);
      const { body } = await once(async saveResponse => {
        const { code, expiresAt, settle } = handovers.prepare(session, asked.appearance);
        const kept = { sealedCode: fieldCipher.seal(code), expiresAt: expiresAt.toISOString() };
        const answer = { status: 200, body: kept } as const;
        await database.transaction(async queries => {
          await settle(queries);
          await saveResponse(queries, answer);
        });
        return answer;
      });
      const { sealedCode, expiresAt } = storedHandover.parse(body);
      const url = links.handoverLink(session.sessionId, await fieldCipher.open(sealedCode));
      return { url, expiresAt };
    },
  });

  mountExchange(app, parts);
}

function mountExchange(app: ServiceApp, { handovers }: HandoverRoutesParts): void {
  const declared = declareRoute({
    method: 'post',
    path: '/v1/handover',
    summary: 'Exchange the code of a handover link for the client secret',
    request: { headers: IDEMPOTENCY_HEADERS, body: jsonBody(exchangeRequest) },
    maxBytes: MAX_BODY,
    answers: { 200: json('The secret', exchangeAnswer) },
    problems: [404],
  });
  app.openapi(declared, async c => {
    c.header('Cache-Control', 'no-store');
    const { code } = c.req.valid('json');
    return c.json(await handovers.exchange(code, idempotencyKeyOf(c)), 200);
  });
}
