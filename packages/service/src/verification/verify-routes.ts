import { z } from '@hono/zod-openapi';
import type { HonoRequest } from 'hono';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute } from '../http/declare-route.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { openToAnyOrigin } from '../http/cors.ts';
import { json } from '../http/openapi-parts.ts';
import { notFound } from '../domain/problem.ts';
import { idSchema } from '../domain/identifiers/id-schema.ts';
import type { SessionAccess } from '../signer-api/session-access.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Session } from '../domain/session.ts';
import type { Database } from '../storage/database.ts';
import { publicAnswer } from '../evidence/evidence-answers.ts';
import { goneEvidence } from '../evidence/erased-evidence.ts';
import { findEvidence, type StoredEvidence } from '../evidence/evidence-store.ts';
import { publicView } from '../evidence/public-view.ts';
import type { Sealer } from '../evidence/sealer.ts';
import { findKnownFiles, knownFiles } from './known-files.ts';
import { documentLink, linkTo, mayReadEvidence } from './document-link.ts';

export interface VerifyRoutesOptions {
  readonly database: Database;
  readonly authentication: Authentication;
  readonly sessions: Sessions;
  readonly access: SessionAccess;
  readonly presigned: PresignedUrls;
  readonly sealer: Pick<Sealer, 'holderOf'>;
}

const verifyAnswer = publicAnswer.extend(knownFiles.shape).openapi('PublicEvidence');

const params = z.object({ evidenceId: idSchema });

const downloadsAnswer = z
  .object({
    evidenceId: z.string(),
    downloads: z.object({
      originalDocument: documentLink,
      evidencePack: documentLink,
      finalPdf: documentLink,
      evidencePage: documentLink.optional().describe('Only where the document could take no page of its own'),
    }),
  })
  .openapi('VerifyDownloads');

/** Public verification by evidence id. */
export function mountVerifyRoutes(app: ServiceApp, options: VerifyRoutesOptions): void {
  app.use('/v1/verify/*', openToAnyOrigin);
  mountVerify(app, options);
  mountDownloads(app, options);
}

/** @throws Problem `not-found` for unknown evidence, `gone` for what was erased, also while it is due to be */
async function openEvidence(
  { database, sessions }: VerifyRoutesOptions,
  evidenceId: string,
): Promise<{ evidence: StoredEvidence; session: Session }> {
  const evidence = await findEvidence(database, evidenceId);
  const session = evidence && (await sessions.find(evidence.sessionId));
  if (evidence === undefined || session === undefined)
    throw (await goneEvidence(database, evidenceId)) ?? notFound();
  return { evidence, session };
}

function mountVerify(app: ServiceApp, options: VerifyRoutesOptions): void {
  const route = declareRoute({
    method: 'get',
    path: '/v1/verify/{evidenceId}',
    summary: 'The evidence with the signer masked',
    request: { params },
    answers: { 200: json('The masked evidence', verifyAnswer) },
    problems: [410],
  });
  app.openapi(route, async c => {
    const { evidence, session } = await openEvidence(options, c.req.valid('param').evidenceId);
    const view = publicView(evidence.canonical, {
      evidenceHash: evidence.evidenceHash,
      signedHash: evidence.signedHash,
      tenant: session.tenant,
      sealedBy: options.sealer.holderOf(evidence),
    });
    const { status, createdAt, endedAt } = session;
    const times = { createdAt: createdAt.toISOString(), completedAt: endedAt?.toISOString() };
    const files = await findKnownFiles(options.database, evidence, session);
    return c.json(verifyAnswer.parse({ status, ...times, ...view, ...files }), 200);
  });
}

/** The evidence pack and the document are not public: only the tenant and the signer get links. */
async function mayDownload(
  options: VerifyRoutesOptions,
  session: Session,
  request: HonoRequest,
): Promise<boolean> {
  const header = request.header('Authorization');
  if (header === undefined) return false;
  const principal = await options.authentication.identify(header, request.url);
  if (principal.kind === 'client') return mayReadEvidence(principal, session.tenant.tenantId);
  return principal.sessionId === session.sessionId && options.access.scopeOf(principal, session) !== 'trace';
}

function mountDownloads(app: ServiceApp, options: VerifyRoutesOptions): void {
  const route = declareRoute({
    method: 'get',
    path: '/v1/verify/{evidenceId}/downloads',
    summary: 'Links for the tenant (evidence:read) and the signer; nulls for everybody else',
    access: {
      security: [{}, { accessToken: [] }, { clientSecret: [] }],
      middleware: [],
      problems: [401, 410],
    },
    request: { params },
    answers: { 200: json('The links', downloadsAnswer) },
  });
  app.openapi(route, async c => {
    const { evidenceId } = c.req.valid('param');
    const { evidence, session } = await openEvidence(options, evidenceId);
    c.header('Cache-Control', 'no-store');
    if (!(await mayDownload(options, session, c.req))) {
      const downloads = { originalDocument: null, evidencePack: null, finalPdf: null };
      return c.json({ evidenceId, downloads }, 200);
    }
    const { evidencePageId } = evidence;
    const downloads = {
      originalDocument: await linkTo(options, evidence.originalDocumentId),
      evidencePack: await linkTo(options, evidence.packDocumentId),
      finalPdf: await linkTo(options, evidence.signedDocumentId),
      ...(evidencePageId === undefined ? {} : { evidencePage: await linkTo(options, evidencePageId) }),
    };
    return c.json({ evidenceId, downloads }, 200);
  });
}
