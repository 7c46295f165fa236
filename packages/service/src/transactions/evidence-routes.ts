import { z } from '@hono/zod-openapi';
import type { Core } from '../core/core.ts';
import { PRESIGNED_LIFETIME, type PresignedUrls } from '../documents/presigned-urls.ts';
import type { ServiceApp } from '../http/app.ts';
import { route, ok } from '../http/route.ts';
import { clientWith } from '../oauth/authentication.ts';
import { notFound } from '../domain/problem.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { answerSigner, type Session, signerSchema } from '../domain/session.ts';
import type { Database } from '../storage/database.ts';
import { evidenceAnswer } from '../evidence/evidence-answers.ts';
import { openTransaction, transactionParams } from './transaction.ts';
import { findEvidence, type Evidence } from '../evidence/evidence-store.ts';

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
const packParts = evidenceAnswer.pick({ steps: true }).extend({ signer: signerSchema });

/** Evidence routes for the integrator; the public uses verification. */
export function mountEvidenceRoutes(
  app: ServiceApp,
  core: Core,
  parts: { sessions: Sessions; presigned: PresignedUrls },
): void {
  const { database } = core;
  const { sessions, presigned } = parts;

  route(app, {
    method: 'get',
    path: '/v1/transactions/{transactionId}/evidence',
    summary: 'The evidence of a completed transaction; 404 before it is completed',
    access: clientWith('evidence:read'),
    params: transactionParams,
    answer: ok('The evidence', evidenceAnswer),
    handle: async ({ principal, params }) => {
      const session = await openTransaction(sessions, principal, params);
      const { transactionId } = session;
      const evidence = await evidenceOf(database, session);
      if (evidence === undefined) throw notFound();
      const { tenant, status, document, createdAt, endedAt } = session;
      const { signer, steps } = packParts.parse(JSON.parse(evidence.canonical));
      return evidenceAnswer.parse({
        tenantId: tenant.tenantId,
        transactionId,
        evidenceId: evidence.evidenceId,
        evidenceHash: evidence.evidenceHash,
        status,
        signer: answerSigner(signer),
        steps,
        document: document && { hash: document.hash, filename: document.filename },
        signedHash: evidence.signedHash,
        createdAt: createdAt.toISOString(),
        completedAt: endedAt?.toISOString(),
        downloadUrl: await presigned.create(evidence.packDocumentId),
        expiresIn: PRESIGNED_LIFETIME,
      });
    },
  });

  route(app, {
    method: 'get',
    path: '/v1/transactions/{transactionId}/download',
    summary:
      'Presigned addresses of the original and, once completed, of the signed document; 404 without one',
    access: clientWith('transactions:read', 'evidence:read'),
    params: transactionParams,
    answer: ok('The addresses', downloadAnswer),
    handle: async ({ principal, params }) => {
      const session = await openTransaction(sessions, principal, params);
      const { transactionId } = session;
      const { document } = session;
      if (document === undefined) throw notFound();
      const evidence = await evidenceOf(database, session);
      return downloadAnswer.parse({
        transactionId,
        documentHash: document.hash,
        signedHash: evidence?.signedHash,
        originalUrl: await presigned.create(document.documentId),
        signedUrl: evidence?.signedDocumentId && (await presigned.create(evidence.signedDocumentId)),
        evidencePageUrl: evidence?.evidencePageId && (await presigned.create(evidence.evidencePageId)),
        expiresIn: PRESIGNED_LIFETIME,
        documentFormat: 'pdf',
      });
    },
  });
}

async function evidenceOf(database: Database, session: Session): Promise<Evidence | undefined> {
  return session.evidence && findEvidence(database, session.evidence.evidenceId);
}
