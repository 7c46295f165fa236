import { DAY_MS } from '../domain/clock.ts';
import * as z from 'zod';
import type { Outbox, ServiceEvent } from '../outbox/outbox.ts';
import type { Session } from '../domain/session.ts';
import { type Database, nullable, type Queries, rowSchema } from '../storage/database.ts';

/** Retention of a reference photo. The sandbox's are erased with all its data. */
const LIFETIME_DAYS = 365;

/** Days before the expiry at which the integrator is warned (service interface, "Events"). */
const WARNINGS = [30, 7] as const;

const dueRow = rowSchema({
  tenantId: z.string(),
  cpf: z.string(),
  transactionId: nullable(z.string()),
  userExternalId: nullable(z.string()),
  expiresAt: z.date(),
});

/** When a photo enrolled now expires. @param eraseAt when the sandbox's data is erased */
export function expiryOf(eraseAt: Date | undefined, at: Date): Date {
  return eraseAt ?? new Date(at.getTime() + LIFETIME_DAYS * DAY_MS);
}

/** Stores the first matched face, encrypted, as the signer's reference photo for later comparisons. */
export async function enroll(
  queries: Queries,
  session: Session,
  sealedPhoto: string,
  at: Date,
): Promise<void> {
  const { cpf, userExternalId } = session.request.signer;
  if (cpf === undefined) return;
  await queries.query(
    `INSERT INTO enrollments (tenant_id, cpf, sealed_photo, transaction_id, user_external_id, enrolled_at,
       expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tenant_id, cpf) DO NOTHING`,
    [
      session.tenant.tenantId,
      cpf,
      sealedPhoto,
      session.transactionId,
      userExternalId ?? null,
      at,
      expiryOf(session.eraseAt, at),
    ],
  );
}

/** The encrypted reference photo, if it has not expired. */
export async function findReference(
  queries: Queries,
  { tenant, request }: Session,
  at: Date,
): Promise<string | undefined> {
  const [row] = await queries.query<{ sealed_photo: string }>(
    'SELECT sealed_photo FROM enrollments WHERE tenant_id = $1 AND cpf = $2 AND expires_at > $3',
    [tenant.tenantId, request.signer.cpf ?? '', at],
  );
  return row?.sealed_photo;
}

type DueRow = z.infer<typeof dueRow>;

/** Makes an event about the reference photo, without the name or CPF of its owner. */
function eventOf(
  type: 'ENROLLMENT.EXPIRING' | 'ENROLLMENT.EXPIRED',
  row: DueRow,
  at: Date,
  data: Record<string, unknown>,
): ServiceEvent {
  const { tenantId, transactionId, userExternalId, expiresAt } = row;
  return {
    type,
    tenantId,
    ...(transactionId !== undefined && { transactionId }),
    at,
    data: {
      ...(userExternalId !== undefined && { userExternalId }),
      expiresAt: expiresAt.toISOString(),
      ...data,
    },
  };
}

/** Warns of reference photos that expire soon and deletes expired ones. Each warning is sent once. */
export async function settleEnrollments(
  database: Database,
  outbox: Pick<Outbox, 'record'>,
  now: Date,
): Promise<void> {
  await database.transaction(async queries => {
    // Nearest first: when the clock has jumped past several, only the one that applies is sent.
    for (const days of WARNINGS.toReversed()) {
      const rows = await queries.query(
        `UPDATE enrollments SET warned_days = $1 WHERE expires_at > $2 AND expires_at <= $3
           AND (warned_days IS NULL OR warned_days > $1) RETURNING *`,
        [days, now, new Date(now.getTime() + days * DAY_MS)],
      );
      for (const row of rows.map(found => dueRow.parse(found)))
        await outbox.record(queries, eventOf('ENROLLMENT.EXPIRING', row, now, { daysUntilExpiry: days }));
    }
    const gone = await queries.query('DELETE FROM enrollments WHERE expires_at <= $1 RETURNING *', [now]);
    for (const row of gone.map(found => dueRow.parse(found)))
      await outbox.record(queries, eventOf('ENROLLMENT.EXPIRED', row, now, {}));
  });
}
