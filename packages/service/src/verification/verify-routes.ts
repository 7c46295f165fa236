/** Public verification of an evidence by its id or its file's hash. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Core } from '../core/core.ts';
import { findDocument } from '../documents/issued-documents.ts';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import { idSchema } from '../domain/ids.ts';
import type { Principal } from '../domain/principal.ts';
import { notFound } from '../domain/problem.ts';
import type { Session } from '../domain/session.ts';
import { findEnvelope } from '../envelopes/envelope-store.ts';
import { goneEvidence, publicAnswer, publicView } from '../evidence/evidence-answers.ts';
import { findEvidence, type StoredEvidence } from '../evidence/evidence-store.ts';
import { canonicalJson } from '../evidence/pack.ts';
import type { Sealer } from '../evidence/sealer.ts';
import type { ServiceApp } from '../http/app.ts';
import { openToAnyOrigin } from '../http/cors.ts';
import { route, ok } from '../http/route.ts';
import type { ServiceEnv } from '../http/environment.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { SessionAccess } from '../signer-api/session-access.ts';
import type { Queries } from '../storage/database.ts';

/** A document that not everybody may have: null for those, and where there is none. */
export const documentLink = z.object({ url: z.string(), filename: z.string() }).nullable();

/** A presigned link to a document, if there is one. */
export async function linkTo(
  { database }: Core,
  presigned: PresignedUrls,
  documentId: string | undefined,
): Promise<z.infer<typeof documentLink>> {
  const document = documentId === undefined ? undefined : await findDocument(database, documentId);
  if (documentId === undefined || document === undefined) return null;
  return { url: await presigned.create(documentId), filename: document.filename };
}

/** Whether it is a client of the tenant that may read evidence. */
export function mayReadEvidence(principal: Principal, tenantId: string): boolean {
  return (
    principal.kind === 'client' &&
    principal.tenantId === tenantId &&
    principal.scopes.includes('evidence:read')
  );
}

/** Hashes of the files that an evidence has besides its own document, so that whoever was given one finds it here. */
const knownFiles = z.object({
  combinedHash: z
    .string()
    .optional()
    .describe('Of the document with all signatures of an envelope, once it was made'),
  evidencePageHash: z
    .string()
    .optional()
    .describe('Of the evidence page, where the document could take no page of its own'),
  batchFiles: z
    .array(z.object({ position: z.number(), signedHash: z.string() }))
    .optional()
    .describe(
      'Of all documents that were signed together, in order; the originals are not told of each other',
    ),
});

type KnownFiles = z.infer<typeof knownFiles>;

/** Finds them in the database; what was erased is left out. */
async function findKnownFiles(
  queries: Queries,
  { evidencePageId }: StoredEvidence,
  { sessionId, envelope, batch }: Session,
): Promise<KnownFiles> {
  const hashOf = async (documentId: string | undefined) =>
    documentId === undefined ? undefined : (await findDocument(queries, documentId))?.hash;
  const whole = envelope && (await findEnvelope(queries, envelope.envelopeId));
  // Before all have signed, it holds the signatures of some.
  const combined = whole?.status === 'COMPLETED' ? whole : undefined;
  return {
    combinedHash: await hashOf(combined?.signedDocumentId ?? combined?.combinedDocumentId),
    evidencePageHash: await hashOf(evidencePageId),
    ...(batch !== undefined && { batchFiles: await batchFilesOf(queries, sessionId) }),
  };
}

async function batchFilesOf(queries: Queries, sessionId: string): Promise<KnownFiles['batchFiles']> {
  const rows = await queries.query<{ position: number; hash: string }>(
    `SELECT document_position AS position, hash FROM evidence JOIN documents ON document_id = signed_document_id
     WHERE session_id = $1 AND released ORDER BY document_position`,
    [sessionId],
  );
  return rows.map(({ position, hash: signedHash }) => ({ position, signedHash }));
}

interface VerifyRoutesParts {
  readonly sessions: Sessions;
  readonly access: SessionAccess;
  readonly presigned: PresignedUrls;
  readonly sealer: Pick<Sealer, 'holderOf'>;
}

const verifyAnswer = publicAnswer.extend(knownFiles.shape).openapi('PublicEvidence');

const pathParams = z.object({ evidenceId: idSchema });

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

/** The members in the order of canonical JSON (RFC 8785), as in the pack. */
function inCanonicalOrder(answer: z.output<typeof verifyAnswer>): z.output<typeof verifyAnswer> {
  const ordered: z.output<typeof verifyAnswer> = JSON.parse(canonicalJson(answer));
  return ordered;
}

/** Public verification by evidence id. */
export function mountVerifyRoutes(app: ServiceApp, core: Core, parts: VerifyRoutesParts): void {
  app.use('/v1/verify/*', openToAnyOrigin);

  route(app, {
    method: 'get',
    path: '/v1/verify/{evidenceId}',
    summary: 'The evidence with the signer masked',
    params: pathParams,
    answer: ok('The masked evidence', verifyAnswer),
    problems: [410],
    handle: async ({ params }) => {
      const { evidence, session } = await openEvidence(core, parts, params.evidenceId);
      const view = publicView(evidence.canonical, {
        evidenceHash: evidence.evidenceHash,
        signedHash: evidence.signedHash,
        tenant: session.tenant,
        sealedBy: parts.sealer.holderOf(evidence),
      });
      const { status, createdAt, endedAt } = session;
      const times = { createdAt: createdAt.toISOString(), completedAt: endedAt?.toISOString() };
      const files = await findKnownFiles(core.database, evidence, session);
      return inCanonicalOrder(verifyAnswer.parse({ status, ...times, ...view, ...files }));
    },
  });

  route(app, {
    method: 'get',
    path: '/v1/verify/{evidenceId}/downloads',
    summary: 'Links for the tenant (evidence:read) and the signer; nulls for everybody else',
    access: {
      security: [{}, { accessToken: [] }, { clientSecret: [] }],
      middleware: [],
      problems: [401, 410],
    },
    params: pathParams,
    answer: ok('The links', downloadsAnswer),
    handle: async ({ c, params }) => {
      const { evidenceId } = params;
      const { presigned } = parts;
      const { evidence, session } = await openEvidence(core, parts, evidenceId);
      if (!(await mayDownload(parts, session, c))) {
        const downloads = { originalDocument: null, evidencePack: null, finalPdf: null };
        return { evidenceId, downloads };
      }
      const { evidencePageId } = evidence;
      const downloads = {
        originalDocument: await linkTo(core, presigned, evidence.originalDocumentId),
        evidencePack: await linkTo(core, presigned, evidence.packDocumentId),
        finalPdf: await linkTo(core, presigned, evidence.signedDocumentId),
        ...(evidencePageId === undefined
          ? {}
          : { evidencePage: await linkTo(core, presigned, evidencePageId) }),
      };
      return { evidenceId, downloads };
    },
  });
}

/** @throws Problem `not-found` for unknown evidence, `gone` for what was erased, also while it is due to be */
async function openEvidence(
  { database }: Core,
  { sessions }: VerifyRoutesParts,
  evidenceId: string,
): Promise<{ evidence: StoredEvidence; session: Session }> {
  const evidence = await findEvidence(database, evidenceId);
  const session = evidence && (await sessions.find(evidence.sessionId));
  if (evidence === undefined || session === undefined)
    throw (await goneEvidence(database, evidenceId)) ?? notFound();
  return { evidence, session };
}

/** The evidence pack and the document are not public: only the tenant and the signer get links. */
async function mayDownload(
  parts: VerifyRoutesParts,
  session: Session,
  c: Context<ServiceEnv>,
): Promise<boolean> {
  const header = c.req.header('Authorization');
  if (header === undefined) return false;
  const principal = await c.get('credentials').identify(header, c.req.url);
  if (principal.kind === 'client') return mayReadEvidence(principal, session.tenant.tenantId);
  return principal.sessionId === session.sessionId && parts.access.scopeOf(principal, session) !== 'trace';
}
