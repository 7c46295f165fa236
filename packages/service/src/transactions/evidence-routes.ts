import { z } from '@hono/zod-openapi';
import type { Core } from '../core/core.ts';
import { PRESIGNED_LIFETIME, type PresignedUrls } from '../documents/presigned-urls.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute } from '../http/declare-route.ts';
import { clientWith } from '../oauth/authentication.ts';
import { json } from '../http/openapi-parts.ts';
import { notFound } from '../domain/problem.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Session } from '../domain/session.ts';
import type { Database } from '../storage/database.ts';
import { evidenceAnswer } from '../evidence/evidence-answers.ts';
import { openTransaction, transactionParams } from './transaction.ts';
import { findEvidence, type Evidence } from '../evidence/evidence-store.ts';

interface EvidenceRoutesParts {
  readonly sessions: Sessions;
  readonly presigned: PresignedUrls;
}

const downloadAnswer = z
  .object({
    transactionId: z.string(),
    documentHash: z.string(),
    signedHash: z.string().optional(),
    originalUrl: z.string(),
    signedUrl: z.string().optional(),
    evidencePageUrl: z.string().optional().describe('Where the document could take no page of its own'),
    expiresIn: z.number(),
    documentFormat: z.literal('pdf'),
  })
  .openapi('TransactionDocuments');

/** Signer and steps, as in the evidence pack. */
const packParts = evidenceAnswer.pick({ signer: true, steps: true });

/** Evidence routes for the integrator; the public uses verification. */
export function mountEvidenceRoutes(app: ServiceApp, core: Core, parts: EvidenceRoutesParts): void {
  mountEvidence(app, core, parts);
  mountDownload(app, core, parts);
}

async function evidenceOf(database: Database, session: Session): Promise<Evidence | undefined> {
  return session.evidence && findEvidence(database, session.evidence.evidenceId);
}

function mountEvidence(app: ServiceApp, core: Core, parts: EvidenceRoutesParts): void {
  const { database } = core;
  const { sessions, presigned } = parts;
  const route = declareRoute({
    method: 'get',
    path: '/v1/transactions/{transactionId}/evidence',
    summary: 'The evidence of a completed transaction; 404 before it is completed',
    access: clientWith('evidence:read'),
    request: { params: transactionParams },
    answers: { 200: json('The evidence', evidenceAnswer) },
  });
  app.openapi(route, async c => {
    const session = await openTransaction(sessions, c.get('principal'), c.req.valid('param'));
    const { transactionId } = session;
    const evidence = await evidenceOf(database, session);
    if (evidence === undefined) throw notFound();
    const { tenant, status, document, createdAt, endedAt } = session;
    c.header('Cache-Control', 'no-store');
    const answer = evidenceAnswer.parse({
      tenantId: tenant.tenantId,
      transactionId,
      evidenceId: evidence.evidenceId,
      evidenceHash: evidence.evidenceHash,
      status,
      ...packParts.parse(JSON.parse(evidence.canonical)),
      document: document && { hash: document.hash, filename: document.filename },
      signedHash: evidence.signedHash,
      createdAt: createdAt.toISOString(),
      completedAt: endedAt?.toISOString(),
      downloadUrl: await presigned.create(evidence.packDocumentId),
      expiresIn: PRESIGNED_LIFETIME,
    });
    return c.json(answer, 200);
  });
}

function mountDownload(app: ServiceApp, core: Core, parts: EvidenceRoutesParts): void {
  const { database } = core;
  const { sessions, presigned } = parts;
  const route = declareRoute({
    method: 'get',
    path: '/v1/transactions/{transactionId}/download',
    summary:
      'Presigned addresses of the original and, once completed, of the signed document; 404 without one',
    access: clientWith('transactions:read', 'evidence:read'),
    request: { params: transactionParams },
    answers: { 200: json('The addresses', downloadAnswer) },
  });
  app.openapi(route, async c => {
    const session = await openTransaction(sessions, c.get('principal'), c.req.valid('param'));
    const { transactionId } = session;
    const { document } = session;
    if (document === undefined) throw notFound();
    const evidence = await evidenceOf(database, session);
    c.header('Cache-Control', 'no-store');
    const answer = downloadAnswer.parse({
      transactionId,
      documentHash: document.hash,
      signedHash: evidence?.signedHash,
      originalUrl: await presigned.create(document.documentId),
      signedUrl: evidence?.signedDocumentId && (await presigned.create(evidence.signedDocumentId)),
      evidencePageUrl: evidence?.evidencePageId && (await presigned.create(evidence.evidencePageId)),
      expiresIn: PRESIGNED_LIFETIME,
      documentFormat: 'pdf',
    });
    return c.json(answer, 200);
  });
}
