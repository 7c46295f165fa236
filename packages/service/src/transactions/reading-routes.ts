import { z } from '@hono/zod-openapi';
import type { Clock } from '../domain/clock.ts';
import { IsolatedRunner } from '../support/isolated-runner.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute } from '../http/declare-route.ts';
import { clientOf } from '../domain/principal.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { json } from '../http/openapi-parts.ts';
import { invalid } from '../domain/problem.ts';
import type { Log } from '../support/error-log.ts';
import { text } from '../http/request-values.ts';
import { readCursor } from '../sessions/list-sessions.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Database } from '../storage/database.ts';
import { listTransactions } from './list-transactions.ts';
import { openTransaction, transactionParams } from './transaction-access.ts';
import { describeTransaction, TRANSACTION_STATUSES, transactionAnswer } from './transaction.ts';

export interface ReadingRoutesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly authentication: Authentication;
  readonly sessions: Sessions;
  readonly reportError: Log;
}

/** Routes to read transactions, including those of sessions. */
export function mountReadingRoutes(app: ServiceApp, options: ReadingRoutesOptions): void {
  mountList(app, options);
  mountRead(app, options);
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
  userExternalId: text(256).optional(),
  documentGroupId: text(256).optional().describe('The transactions of an envelope’s signers.'),
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

function mountList(app: ServiceApp, options: ReadingRoutesOptions): void {
  const { database, clock, authentication, sessions } = options;
  const alone = new IsolatedRunner(options.reportError);
  const route = declareRoute({
    method: 'get',
    path: '/v1/transactions',
    summary: 'The tenant’s transactions, newest first',
    access: authentication.client('transactions:read'),
    request: { query: listQuery },
    answers: { 200: json('One page', listAnswer) },
  });
  app.openapi(route, async c => {
    const { status, userExternalId, documentGroupId, limit, nextToken, startDate, endDate } =
      c.req.valid('query');
    const after = nextToken === undefined ? undefined : readCursor(nextToken);
    if (nextToken !== undefined && after === undefined)
      throw invalid('/nextToken', 'Is not a token of this service.');
    const { tenantId } = clientOf(c.get('principal'));
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
    c.header('Cache-Control', 'no-store');
    return c.json(listAnswer.parse({ ...page, transactions, count: transactions.length }), 200);
  });
}

function mountRead(app: ServiceApp, { clock, authentication, sessions }: ReadingRoutesOptions): void {
  const route = declareRoute({
    method: 'get',
    path: '/v1/transactions/{transactionId}',
    summary: 'A transaction, also one behind a session',
    access: authentication.client('transactions:read'),
    request: { params: transactionParams },
    answers: { 200: json('The transaction', transactionAnswer) },
  });
  app.openapi(route, async c => {
    const session = await openTransaction(sessions, c.get('principal'), c.req.valid('param'));
    c.header('Cache-Control', 'no-store');
    return c.json(describeTransaction(session, clock.now()), 200);
  });
}
