import type { Core } from '../core/core.ts';
import { sha256 } from '../domain/sha256.ts';
import { z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute } from '../http/route.ts';
import { signerOrClientWith } from '../oauth/authentication.ts';
import { binary } from '../http/openapi-parts.ts';
import { invalid, notFound, Problem } from '../domain/problem.ts';
import { idSchema } from '../domain/ids.ts';
import type { SessionAccess } from './session-access.ts';
import { requireActive } from '../domain/session-state.ts';
import { NotJpegError, readJpegSize } from '../biometrics/photo.ts';
import { MAX_FRAME_BYTES, MAX_FRAMES } from '../domain/liveness-challenge.ts';
import { findAttempt, putFrame } from '../biometrics/liveness-attempts.ts';

/**
 * Limits for a frame's width and height, in pixels: large enough to show a face, no larger than cameras deliver.
 */
const SIDE = { min: 160, max: 4096 } as const;

const params = z.object({
  sessionId: idSchema,
  livenessSessionId: idSchema,
  // A string, because OpenAPI forbids optional path parameters and a coerced number would be one.
  index: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .refine(index => index < MAX_FRAMES),
});

/**
 * Receives the frames of a liveness attempt (signer API, sections 2 and 5). A frame that is sent again replaces the
 * first.
 */
export function mountFrameRoutes(app: ServiceApp, core: Core, access: SessionAccess): void {
  const { database, clock, fieldCipher } = core;
  const route = declareRoute({
    method: 'put',
    path: '/v1/signing-sessions/{sessionId}/liveness/{livenessSessionId}/frames/{index}',
    summary: 'One frame of a liveness attempt, as JPEG',
    access: signerOrClientWith('steps:write', 'transactions:write'),
    request: { params, body: { required: true, content: binary('image/jpeg') } },
    maxBytes: MAX_FRAME_BYTES,
    answers: { 204: { description: 'Stored' } },
    problems: [404, 410],
  });
  app.openapi(route, async c => {
    const { sessionId, livenessSessionId, index } = c.req.valid('param');
    const session = await access.open(c.get('principal'), sessionId);
    requireActive(session, clock.now());
    if (!/^image\/jpeg\b/i.test(c.req.header('Content-Type') ?? '')) {
      throw new Problem('unsupported-media-type', 'The content type must be image/jpeg.');
    }
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    requireFrame(bytes);
    const hash = sha256(bytes).toString('hex');
    const sealed = fieldCipher.seal(Buffer.from(bytes).toString('base64'));
    await database.transaction(async queries => {
      const attempt = await findAttempt(queries, sessionId, 'shared');
      // The same 404 for an attempt that ended, belongs to another session or never existed.
      if (attempt?.livenessSessionId !== livenessSessionId) throw notFound();
      await putFrame(queries, { sessionId, index, sha256: hash, sealed });
    });
    return c.body(null, 204);
  });
}

function requireFrame(bytes: Uint8Array): void {
  try {
    const { width, height } = readJpegSize(bytes);
    if (Math.min(width, height) >= SIDE.min && Math.max(width, height) <= SIDE.max) return;
  } catch (error) {
    if (!(error instanceof NotJpegError)) throw error;
    throw invalid('', 'The body must be a whole JPEG image.');
  }
  throw invalid('', `Both sides must have ${SIDE.min} to ${SIDE.max} pixels.`);
}
