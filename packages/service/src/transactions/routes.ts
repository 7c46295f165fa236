/** Creating, reading and listing transactions. */
import { z } from '@hono/zod-openapi';
import type { Core } from '../core/core.ts';
import { MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import { invalid } from '../domain/problem.ts';
import { PURPOSES, type Session, type SessionRequest } from '../domain/session.ts';
import type { ServiceApp } from '../http/app.ts';
import { route, ok, created } from '../http/route.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import { gone } from '../http/idempotency.ts';
import { text } from '../http/validation.ts';
import { clientWith } from '../oauth/authentication.ts';
import {
  type CreationServices,
  documentRequest,
  type Inspection,
  needsCertificate,
  readPdf,
  readSteps,
  requireTrustSessions,
} from '../sessions/create-request.ts';
import type { NewSession, SessionCreation } from '../sessions/create-session.ts';
import { GROUP, type ListPosition, readCursor, writeCursor } from '../sessions/list-sessions.ts';
import { findReadableSessions } from '../sessions/session-store.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { actionRequest, lifetime, sharedMembers, userIdText } from '../sessions/shared-request.ts';
import type { Queries, SqlValue } from '../storage/database.ts';
import { IsolatedRunner } from '../support/isolated-runner.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import type { DocumentUpload } from './document-upload.ts';
import {
  describeTransaction,
  openDirectTransaction,
  openTransaction,
  TRANSACTION_STATUSES,
  transactionAnswer,
  transactionParams,
  type TransactionStatus,
} from './transaction.ts';

interface TransactionFilter {
  readonly status: TransactionStatus | undefined;
  readonly userExternalId: string | undefined;
  /** The envelope whose signers' transactions are listed. */
  readonly documentGroupId: string | undefined;
  /** Inclusive. */
  readonly from: Date | undefined;
  /** Inclusive. */
  readonly to: Date | undefined;
  readonly limit: number;
  readonly after: ListPosition | undefined;
  readonly now: Date;
}

const HAS_BEGUN = `EXISTS (SELECT 1 FROM steps WHERE steps.session_id = sessions.session_id
  AND (steps.status <> 'PENDING' OR steps.attempts > 0))`;

/** SQL conditions that match what `statusOf` returns. */
const CONDITIONS: Readonly<Record<TransactionStatus, string>> = {
  CREATED: `status = 'ACTIVE' AND document_id IS NULL AND NOT ${HAS_BEGUN}`,
  DOCUMENT_UPLOADED: `status = 'ACTIVE' AND document_id IS NOT NULL AND NOT ${HAS_BEGUN}`,
  IN_PROGRESS: `status = 'ACTIVE' AND ${HAS_BEGUN}`,
  COMPLETED: `status = 'COMPLETED'`,
  CANCELLED: `status = 'CANCELLED'`,
  EXPIRED: `status = 'EXPIRED'`,
  FAILED: `status = 'FAILED'`,
};

/**
 * One page of a tenant's transactions, newest first, including those of sessions. One that can no longer be parsed
 * is left out and makes the page shorter; the next page starts at the same position regardless.
 */
async function listTransactions(
  queries: Queries,
  tenantId: string,
  filter: TransactionFilter,
  alone: IsolatedRunner,
): Promise<{ transactions: Session[]; nextToken?: string }> {
  const { status, userExternalId, documentGroupId, from, to, limit, after, now } = filter;
  const parameters: SqlValue[] = [tenantId, now, limit + 1];
  const conditions = ['tenant_id = $1', '(erase_at IS NULL OR erase_at > $2)'];
  if (status !== undefined) conditions.push(CONDITIONS[status]);
  if (userExternalId !== undefined)
    conditions.push(`request->'signer'->>'userExternalId' = $${parameters.push(userExternalId)}`);
  if (documentGroupId !== undefined) {
    const group = `$${parameters.push(documentGroupId)}`;
    conditions.push(`(envelope_id = ${group} OR ${GROUP} = ${group})`);
  }
  if (from !== undefined) conditions.push(`created_at >= $${parameters.push(from)}`);
  if (to !== undefined) conditions.push(`created_at <= $${parameters.push(to)}`);
  if (after !== undefined) {
    const createdAt = parameters.push(after.createdAt);
    conditions.push(`(created_at, session_id) < ($${createdAt}, $${parameters.push(after.sessionId)})`);
  }
  const rows = await queries.query<{ session_id: string; created_at: Date }>(
    `SELECT session_id, created_at FROM sessions WHERE ${conditions.join(' AND ')}
     ORDER BY created_at DESC, session_id DESC LIMIT $3::int`,
    parameters,
  );
  const page = rows.slice(0, limit);
  const ids = page.map(row => row.session_id);
  const transactions = await findReadableSessions(queries, ids, alone);
  const last = rows.length > limit ? page.at(-1) : undefined;
  if (last === undefined) return { transactions };
  const nextToken = writeCursor({ createdAt: last.created_at, sessionId: last.session_id });
  return { transactions, nextToken };
}

/** Years that every database supports, in UTC: a time zone offset can lead out of them. */
function isKnownYear(date: string): boolean {
  const year = new Date(date).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: 'Must be a date such as 2026-11-30, or a time such as 2026-11-30T14:00:00Z.',
  })
  .refine(isKnownYear, 'Must be in the years 1 to 9999, in UTC.');

const listQuery = z.object({
  status: z.enum(TRANSACTION_STATUSES).optional(),
  userExternalId: userIdText.optional(),
  documentGroupId: text(256).optional().describe('The transactions of an envelope’s signers, or of a group.'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  nextToken: z.string().max(200).optional(),
  startDate: moment.optional(),
  endDate: moment.optional().describe('A day counts to its end.'),
});

const listAnswer = z
  .object({
    transactions: z.array(transactionAnswer),
    nextToken: z.string().optional(),
    count: z.number().describe('On this page.'),
  })
  .openapi('TransactionList');

/** A date without a time ends with its last millisecond, in UTC. */
function endOf(date: string | undefined): Date | undefined {
  if (date === undefined) return undefined;
  return new Date(date.length === 10 ? `${date}T23:59:59.999Z` : date);
}

const { policy, signer, metadata, state, locale } = sharedMembers;

/** The body of POST /v1/transactions. The document may be uploaded later. */
const createTransactionSchema = z.object({
  policy,
  signer,
  metadata,
  state,
  locale,
  purpose: z.enum(PURPOSES).default('DOCUMENT_SIGNATURE'),
  document: documentRequest.optional().describe('May be sent later, to …/document.'),
  action: actionRequest.optional().describe('What is authenticated with the purpose ACTION_AUTHENTICATION.'),
  expiresInMinutes: lifetime(1440),
  documentGroupId: text(256)
    .optional()
    .describe('A group of your own, kept and answered; envelopes have theirs. Its transactions stay apart.'),
  signerIndex: z.int().min(1).optional().describe('In that group.'),
  totalSigners: z.int().min(1).optional().describe('Of that group.'),
});
type CreateTransactionRequest = z.output<typeof createTransactionSchema>;

/**
 * Turns a validated body into a new session and inspects its document.
 * @throws Problem `feature-not-enabled`, `payload-too-large`, `validation-error`; TooBusyError; InterruptedError
 */
async function readNewTransaction(
  body: CreateTransactionRequest,
  services: CreationServices & Inspection,
): Promise<NewSession> {
  const { purpose, document, action, expiresInMinutes } = body;
  const signs = purpose === 'DOCUMENT_SIGNATURE';
  const detail = `Is not allowed with the purpose ${purpose}.`;
  if (signs && action !== undefined) throw invalid('/action', detail);
  if (!signs && action === undefined) throw invalid('/action', 'Is required.');
  if (!signs && document !== undefined) throw invalid('/document', detail);
  const about = { kind: 'transaction', hasDocument: signs } as const;
  const steps = readSteps(body.policy, body.signer, about, services);
  return {
    kind: 'transaction',
    purpose,
    profile: body.policy.profile,
    steps,
    request: {
      signer: body.signer,
      action,
      metadata: body.metadata,
      state: body.state,
      group: groupOf(body),
    },
    owner: undefined,
    locale: body.locale,
    expiresInMinutes,
    pdf: document && (await readPdf(document, { ...services, forCertificate: needsCertificate(steps) })),
  };
}

function groupOf({
  documentGroupId,
  signerIndex,
  totalSigners,
}: CreateTransactionRequest): SessionRequest['group'] {
  return documentGroupId === undefined ? undefined : { documentGroupId, signerIndex, totalSigners };
}

/** The document and all other members of the body. */
const MAX_BODY = MAX_DOCUMENT_TEXT + 512 * 1024;

/** The direct flow: the integrator performs the steps, and the signer sees no page of this service. */
export function mountTransactions(
  app: ServiceApp,
  core: Core,
  parts: {
    creation: SessionCreation;
    sessions: Sessions;
    upload: DocumentUpload;
    services: CreationServices;
  },
): void {
  const { database } = core;
  const { creation, sessions, services, upload } = parts;

  route(app, {
    method: 'post',
    path: '/v1/transactions',
    summary: 'Create a transaction whose steps the integrator performs',
    access: clientWith('transactions:write'),
    body: createTransactionSchema,
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answer: created('The transaction', transactionAnswer),
    problems: [410, 429, 503],
    handle: async ({ c, tenantId, body, once }) => {
      const tenant = await findTenant(database, tenantId);
      let isNew = false;
      const answer = await once(async saveResponse => {
        isNew = true;
        if (body.purpose === 'ACTION_AUTHENTICATION') requireTrustSessions(tenant);
        const wanted = await readNewTransaction(body, { ...services, tenantId: tenant.tenantId });
        const { session, quota } = await creation.create(tenant, wanted, (queries, written) =>
          saveResponse(queries, { status: 201, body: describeTransaction(written, written.createdAt) }),
        );
        if (quota !== undefined) setQuotaHeaders(c, quota);
        return { status: 201, body: describeTransaction(session, session.createdAt) };
      });
      const transaction = transactionAnswer.parse(answer.body);
      // It is not found any more before the sweep empties the answer.
      if (!isNew && (await sessions.findByTransaction(transaction.transactionId)) === undefined) throw gone();
      return transaction;
    },
  });

  route(app, {
    method: 'post',
    path: '/v1/transactions/{transactionId}/document',
    summary: 'Add the PDF to a transaction without one',
    access: clientWith('transactions:write'),
    params: transactionParams,
    body: documentRequest,
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answer: ok('The document was added', uploadAnswer),
    problems: [410, 429, 503],
    handle: async ({ c, principal, params, body, once }) => {
      const session = await openDirectTransaction(sessions, principal, params);
      const kept = await once(async saveResponse => {
        const { tenantId } = session.tenant;
        const forCertificate = needsCertificate(session.steps.map(({ type }) => type));
        const pdf = await readPdf(body, { ...services, tenantId, forCertificate }, '/content');
        const { answer, quota } = await upload.upload(session.tenant, session, pdf, saveResponse);
        if (quota !== undefined) setQuotaHeaders(c, quota);
        return answer;
      });
      return uploadAnswer.parse(kept.body);
    },
  });
}

const uploadAnswer = z
  .object({
    transactionId: z.string(),
    documentHash: z.string(),
    status: z.literal('DOCUMENT_UPLOADED'),
    uploadedAt: z.string(),
  })
  .openapi('UploadedDocument');

/** Routes to read transactions, including those of sessions. */
export function mountTransactionReading(app: ServiceApp, core: Core, sessions: Sessions): void {
  const { database, clock } = core;

  const alone = new IsolatedRunner(core.reportError);

  route(app, {
    method: 'get',
    path: '/v1/transactions',
    summary: 'The tenant’s transactions, newest first',
    access: clientWith('transactions:read'),
    query: listQuery,
    answer: ok('One page', listAnswer),
    handle: async ({ tenantId, query }) => {
      const { status, userExternalId, documentGroupId, limit, nextToken, startDate, endDate } = query;
      const after = nextToken === undefined ? undefined : readCursor(nextToken);
      if (nextToken !== undefined && after === undefined)
        throw invalid('/nextToken', 'Is not a token of this service.');
      await sessions.expireDue(tenantId);
      const from = startDate === undefined ? undefined : new Date(startDate);
      const filter = {
        status,
        userExternalId,
        documentGroupId,
        from,
        to: endOf(endDate),
        limit,
        after,
        now: clock.now(),
      };
      const page = await listTransactions(database, tenantId, filter, alone);
      const transactions = page.transactions.map(each => describeTransaction(each, filter.now));
      return listAnswer.parse({ ...page, transactions, count: transactions.length });
    },
  });

  route(app, {
    method: 'get',
    path: '/v1/transactions/{transactionId}',
    summary: 'A transaction, also one behind a session',
    access: clientWith('transactions:read'),
    params: transactionParams,
    answer: ok('The transaction', transactionAnswer),
    handle: async ({ principal, params }) => {
      const session = await openTransaction(sessions, principal, params);
      return describeTransaction(session, clock.now());
    },
  });
}
