import type { Core } from '../core/core.ts';
import { administrator } from '../oauth/authentication.ts';
import { z } from '@hono/zod-openapi';
import { invalid } from '../domain/problem.ts';
import { sha256Text } from '../domain/sha256.ts';
import type { ServiceApp } from '../http/app.ts';
import { route, ok } from '../http/route.ts';
import { checkChain, entriesAfter, MISFITS, newestEntry } from './audit-log.ts';

const HIGHEST_NUMBER = 2 ** 31 - 1;

const number = z.number().describe('From 1, without gaps.');
const hash = z.string().describe('SHA-256 in hex.');
const newest = z
  .object({ number, hash })
  .optional()
  .describe('The last entry. Keep it where nobody can change it with the database.');

const entrySchema = z.object({
  number,
  at: z.string().describe('ISO 8601, UTC'),
  act: z.string().describe('`CLIENT_CREATED`, `CLIENT_DELETED` or `CLIENT_SECRET_ROTATED`; more may come.'),
  tenantId: z.string(),
  targetId: z.string().describe('What was made, changed or deleted.'),
  requestId: z.string().describe('The `X-Request-Id` of the answer.'),
  previousHash: z.string().describe('The hash of the entry before it; of the first, 64 zeros.'),
  hash: z
    .string()
    .describe(
      'SHA-256 in hex of `previousHash`, a line feed and the JSON array `[number,at,act,tenantId,targetId,requestId]` without spaces.',
    ),
});

const entriesAnswer = z
  .object({
    entries: z.array(entrySchema),
    nextAfter: z.number().optional().describe('`after` for the next page; absent on the last one.'),
    newest,
  })
  .openapi('AuditEntries');

const checkAnswer = z
  .object({
    fits: z.boolean(),
    checked: z.number().describe('How many entries fit, from the first on.'),
    newest: newest.describe('The last entry that fits.'),
    misfit: z
      .object({
        number,
        reason: z
          .enum(MISFITS)
          .describe(
            'There is no entry with this number; its hash is not that of its content; it does not follow the entry before it; its hash is not the one that you kept.',
          ),
      })
      .optional()
      .describe('The first entry that does not fit. It or an earlier one was changed.'),
  })
  .openapi('AuditCheck');

const pageQuery = z.object({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(HIGHEST_NUMBER)
    .default(0)
    .openapi({ type: 'integer', description: 'The number of an entry.' }),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

const checkQuery = z.object({
  keptNumber: z.coerce.number().int().min(1).max(HIGHEST_NUMBER).optional(),
  keptHash: sha256Text('Is not a SHA-256.')
    .optional()
    .describe('The hash of the entry `keptNumber`, as it was logged or answered before.'),
});

/** Lets the administrator read the audit log, and check it. */
export function mountAuditRoutes(app: ServiceApp, core: Core): void {
  const { database } = core;

  route(app, {
    method: 'get',
    path: '/admin/audit',
    summary: 'What administrators did, oldest first',
    access: administrator,
    query: pageQuery,
    answer: ok('One page', entriesAnswer),
    handle: async ({ query }) => {
      const { after, limit } = query;
      const entries = await entriesAfter(database, after, limit);
      const last = await newestEntry(database);
      const end = entries.at(-1)?.number;
      const nextAfter = end !== undefined && last !== undefined && end < last.number ? end : undefined;
      return { entries, nextAfter, newest: last && { number: last.number, hash: last.hash } };
    },
  });

  route(app, {
    method: 'get',
    path: '/admin/audit/check',
    summary: 'Whether every entry of the audit log follows the one before it',
    access: administrator,
    query: checkQuery,
    answer: ok('The result', checkAnswer),
    handle: async ({ query }) => {
      const { keptNumber, keptHash } = query;
      if (keptNumber !== undefined && keptHash === undefined)
        throw invalid('/keptHash', 'Is required with keptNumber.');
      if (keptHash !== undefined && keptNumber === undefined)
        throw invalid('/keptNumber', 'Is required with keptHash.');
      const kept =
        keptNumber !== undefined && keptHash !== undefined
          ? { number: keptNumber, hash: keptHash }
          : undefined;
      const { checked, newest: last, misfit } = await checkChain(database, kept);
      return { fits: misfit === undefined, checked, newest: last, misfit };
    },
  });
}
