import { z } from '@hono/zod-openapi';
import type { Core } from '../core/core.ts';
import { documentWarningSchema } from '../domain/document.ts';
import type { Session } from '../domain/session.ts';
import { listBatchDocuments, type ListedDocument } from '../documents/batch-documents.ts';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import type { ServiceApp } from '../http/app.ts';
import { route, ok } from '../http/route.ts';
import { signerOrClientWith } from '../oauth/authentication.ts';
import { batchAnswer, sessionParams } from '../sessions/answers.ts';
import type { SessionAccess } from './session-access.ts';
import type { ViewScope } from './signer-view.ts';

interface DocumentRoutesParts {
  readonly access: SessionAccess;
  readonly presigned: PresignedUrls;
}

const documentAnswer = z
  .object({
    position: z.number().describe('From 1'),
    title: z.string().optional(),
    filename: z.string().optional(),
    hash: z.string(),
    sizeBytes: z.number(),
    pages: z.number().optional(),
    warnings: z.array(documentWarningSchema).optional().describe('What the pages may not show'),
    presignedUrl: z
      .string()
      .optional()
      .describe('Of the original, for one hour; for a signer while they sign'),
    signed: z
      .literal(true)
      .optional()
      .describe('The signer has signed it with their certificate; others of the batch are left'),
    signedHash: z.string().optional().describe('Like what follows, once the whole session is completed'),
    evidenceId: z.string().optional(),
    verifierUrl: z.string().optional(),
    downloadUrl: z.string().optional().describe('Of the signed document, for one hour'),
  })
  .openapi('SessionDocument');

const documentsAnswer = z
  .object({
    sessionId: z.string(),
    batch: batchAnswer.optional(),
    documents: z.array(documentAnswer),
  })
  .openapi('SessionDocuments');

/** The documents that a session is about, and what was made of them. */
export function mountDocumentRoutes(app: ServiceApp, core: Core, parts: DocumentRoutesParts): void {
  const { database } = core;
  const { access } = parts;

  route(app, {
    method: 'get',
    path: '/v1/signing-sessions/{sessionId}/documents',
    summary: 'The documents of the session in order, and the signed ones once it is completed',
    access: signerOrClientWith('transactions:read'),
    params: sessionParams,
    answer: ok('The documents', documentsAnswer),
    handle: async ({ principal, params }) => {
      const session = await access.open(principal, params.sessionId);
      const { sessionId, batch, status } = session;
      const listed =
        batch === undefined ? onlyDocument(session) : await listBatchDocuments(database, sessionId);
      const scope = access.scopeOf(principal, session);
      // Of a session that has ended otherwise nothing is signed.
      const shown = listed.map(each => ({ ...each, isSigned: each.isSigned && status === 'ACTIVE' }));
      const documents = await Promise.all(shown.map(document => describe(core, parts, document, scope)));
      return documentsAnswer.parse({ sessionId, batch, documents });
    },
  });
}

function onlyDocument({ document, evidence }: Session): ListedDocument[] {
  if (document === undefined) return [];
  const { evidenceId, signedDocumentId, signedHash } = evidence ?? {};
  const made = { evidenceId, signedDocumentId, signedHash };
  return [{ ...document, position: 1, title: document.filename, isSigned: false, ...made }];
}

/** With an expired secret only what may be compared is seen: no name, and no address of a file. */
async function describe(
  { links }: Core,
  { presigned }: DocumentRoutesParts,
  document: ListedDocument,
  scope: ViewScope,
): Promise<z.output<typeof documentAnswer>> {
  const { position, title, filename, hash, sizeBytes, pages, warnings, isSigned } = document;
  const { documentId, evidenceId, signedDocumentId, signedHash } = document;
  const isNamed = scope !== 'trace';
  const isWhole = scope === 'whole';
  return {
    position,
    hash,
    sizeBytes,
    pages,
    ...(isNamed && { title }),
    ...(isWhole && { filename, warnings: [...warnings], presignedUrl: await presigned.create(documentId) }),
    ...(isSigned && { signed: true as const }),
    signedHash,
    evidenceId,
    ...(evidenceId !== undefined && { verifierUrl: links.verifierUrl(evidenceId) }),
    ...(isNamed &&
      signedDocumentId !== undefined && { downloadUrl: await presigned.create(signedDocumentId) }),
  };
}
