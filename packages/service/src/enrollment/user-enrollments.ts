import * as z from 'zod';
import { DETECTION_BASES, type FaceDetection } from '../biometrics/providers.ts';
import { Problem } from '../domain/problem.ts';
import { nullable, rowSchema } from '../storage/row-schema.ts';
import type { Queries } from '../storage/database.ts';

/** Origins of a reference photo. */
export const ENROLLMENT_SOURCES = ['BANK_PROVIDED', 'FIRST_LIVENESS', 'DOCUMENT_PHOTO'] as const;

const enrollmentRow = rowSchema({
  cpf: z.string(),
  userExternalId: z.string(),
  sealedPhoto: z.string(),
  version: z.number(),
  source: z.enum(ENROLLMENT_SOURCES),
  faceConfidence: nullable(z.number()),
  faceBasis: nullable(z.enum(DETECTION_BASES)),
  faceProvider: nullable(z.string()),
  enrolledAt: z.date(),
  expiresAt: z.date(),
});
export type UserEnrollment = z.infer<typeof enrollmentRow>;

export interface NewEnrollment {
  readonly tenantId: string;
  readonly userExternalId: string;
  /** 11 digits. */
  readonly cpf: string;
  readonly sealedPhoto: string;
  readonly source: UserEnrollment['source'];
  readonly detection: FaceDetection;
  readonly enrolledAt: Date;
  readonly expiresAt: Date;
}

/**
 * Sets the user's reference photo and replaces the previous one.
 * @throws Problem `conflict` when the user has another CPF, or the CPF belongs to another user
 */
export async function putEnrollment(queries: Queries, wanted: NewEnrollment): Promise<UserEnrollment> {
  const { tenantId, userExternalId, cpf } = wanted;
  // Lock per tenant, so that of two users enrolled concurrently with one CPF, the second is refused.
  await queries.query('SELECT 1 FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE', [tenantId]);
  const others = await queries.query<{ cpf: string }>(
    `SELECT cpf FROM enrollments WHERE tenant_id = $1 AND expires_at > $4
       AND ((user_external_id = $2 AND cpf <> $3) OR (cpf = $3 AND user_external_id <> $2))`,
    [tenantId, userExternalId, cpf, wanted.enrolledAt],
  );
  const [other] = others;
  if (other !== undefined) {
    const detail =
      other.cpf === cpf ? 'This CPF is enrolled for another user.' : 'This user has another CPF.';
    throw new Problem('conflict', `${detail} Delete that enrollment first.`);
  }
  const [row] = await queries.query(
    `INSERT INTO enrollments (tenant_id, cpf, user_external_id, sealed_photo, source, face_confidence, face_basis,
       face_provider, enrolled_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (tenant_id, cpf) DO UPDATE SET version = enrollments.version + 1, transaction_id = NULL,
       user_external_id = EXCLUDED.user_external_id, sealed_photo = EXCLUDED.sealed_photo,
       source = EXCLUDED.source, face_confidence = EXCLUDED.face_confidence, face_basis = EXCLUDED.face_basis,
       face_provider = EXCLUDED.face_provider,
       enrolled_at = EXCLUDED.enrolled_at, expires_at = EXCLUDED.expires_at, warned_days = NULL
     RETURNING *`,
    [
      tenantId,
      cpf,
      userExternalId,
      wanted.sealedPhoto,
      wanted.source,
      wanted.detection.confidence,
      wanted.detection.basis,
      wanted.detection.provider,
      wanted.enrolledAt,
      wanted.expiresAt,
    ],
  );
  return enrollmentRow.parse(row);
}

/** The user's newest valid enrollment: sessions may have enrolled several people under one id. */
export async function findEnrollment(
  queries: Queries,
  tenantId: string,
  userExternalId: string,
  now: Date,
): Promise<UserEnrollment | undefined> {
  const [row] = await queries.query(
    `SELECT * FROM enrollments WHERE tenant_id = $1 AND user_external_id = $2 AND expires_at > $3
     ORDER BY enrolled_at DESC LIMIT 1`,
    [tenantId, userExternalId, now],
  );
  return row && enrollmentRow.parse(row);
}

/** Deletes all reference photos of a user. @returns whether there was one */
export async function deleteEnrollments(
  queries: Queries,
  tenantId: string,
  userExternalId: string,
): Promise<boolean> {
  const gone = await queries.query(
    'DELETE FROM enrollments WHERE tenant_id = $1 AND user_external_id = $2 RETURNING cpf',
    [tenantId, userExternalId],
  );
  return gone.length > 0;
}
