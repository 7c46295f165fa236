import { setTimeout as delay } from 'node:timers/promises';
import { openS3Store, type S3Settings } from '../../../packages/service/src/documents/s3-store.ts';
import { openTableStore } from '../../../packages/service/src/storage/document-store.ts';
import { hashOf } from '../../../packages/service/src/domain/sha256.ts';
import { openDatabaseServer } from '../../../packages/service/src/storage/postgres.ts';
import type { WebhookReceiver } from '../../../packages/service/test/support/webhook-receiver.ts';
import type { Load } from './load.ts';

/** Webhooks are tried again after 30 s and 2 minutes. */
const TOLD_WITHIN_MS = 240_000;

/** What is wrong with what was told. */
export async function judgeEvents(load: Load, receiver: WebhookReceiver): Promise<string[]> {
  const until = Date.now() + TOLD_WITHIN_MS;
  const untold = () => {
    const told = new Set(receiver.bodies().map(({ transactionId = '' }) => transactionId));
    return [...load.signed.values()].filter(id => !told.has(id)).length;
  };
  while (untold() > 0 && Date.now() < until) await delay(500);
  const bodies = receiver.bodies();
  const events = new Set(bodies.map(({ id }) => id)).size;
  const told = new Set(bodies.map(({ transactionId }) => transactionId)).size;
  console.log(
    `${bodies.length} deliveries of ${events} events about ${told} transactions, ${untold()} untold.`,
  );
  const isRight = untold() === 0 && events === told && told === load.signed.size;
  return isRight ? [] : [`${events} events, ${told} transactions, ${untold()} untold of ${load.signed.size}`];
}

/** What is wrong with what is kept. @param settings of the object store; without it the documents are in the database */
export async function judgeData(
  load: Load,
  databaseUrl: string,
  settings: S3Settings | undefined,
): Promise<string[]> {
  const database = openDatabaseServer(databaseUrl);
  const store = settings === undefined ? openTableStore(database) : openS3Store(settings);
  const problems: string[] = [];
  const rows = await database.query<{ status: string; sessions: number; packs: number }>(
    `SELECT status, count(DISTINCT session_id)::int AS sessions, count(evidence.session_id)::int AS packs
     FROM sessions LEFT JOIN evidence USING (session_id) GROUP BY status`,
  );
  console.log(`In the database: ${JSON.stringify(rows)}.`);
  const [only] = rows;
  const { size } = load.signed;
  if (rows.length !== 1 || only?.status !== 'COMPLETED' || only.sessions !== size || only.packs !== size) {
    problems.push(`The database does not have ${size} sessions that were signed once`);
  }
  const files = await database.query<{ document_id: string; hash: string }>(
    'SELECT document_id, hash FROM documents',
  );
  let lost = 0;
  for (const { document_id: id, hash } of files) {
    const bytes = await store.read(id);
    if (bytes === undefined || hashOf(bytes) !== hash) lost += 1;
  }
  console.log(`${files.length} files, ${lost} lost or damaged.`);
  if (lost > 0) problems.push(`${lost} files are lost or damaged`);
  await database.close();
  return problems;
}
