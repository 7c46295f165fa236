/** Reference photos of users: enrolling, reading and removing them. */
import { z } from '@hono/zod-openapi';
import { expiryOf } from '../biometrics/enrollments.ts';
import { readPhoto } from '../biometrics/photo.ts';
import {
  type BiometricProviders,
  DETECTION_BASES,
  type FaceDetection,
  requireAnswer,
} from '../biometrics/providers.ts';
import type { Core } from '../core/core.ts';
import { invalid, notFound, Problem } from '../domain/problem.ts';
import { hashOf } from '../domain/sha256.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { ServiceApp } from '../http/app.ts';
import { route, ok, noContent } from '../http/route.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { SaveResponse, StoredResponse } from '../http/idempotency.ts';
import { clientWith } from '../oauth/authentication.ts';
import type { QuotaStanding } from '../quotas/monthly-quotas.ts';
import { type Features, requireFeatures, sandboxErasure } from '../sessions/create-session.ts';
import { cpfRequest, userIdText } from '../sessions/shared-request.ts';
import { MAX_PHOTO_TEXT, photoText } from '../steps/advance-request.ts';
import { nullable, type Queries, rowSchema } from '../storage/database.ts';
import { findTenant } from '../tenants/tenant-store.ts';

/** Origins of a reference photo. */
const ENROLLMENT_SOURCES = ['BANK_PROVIDED', 'FIRST_LIVENESS', 'DOCUMENT_PHOTO'] as const;

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
type UserEnrollment = z.infer<typeof enrollmentRow>;

interface NewEnrollment {
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
async function putEnrollment(queries: Queries, wanted: NewEnrollment): Promise<UserEnrollment> {
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
async function findEnrollment(
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
async function deleteEnrollments(
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

const MAX_BODY = MAX_PHOTO_TEXT + 16 * 1024;

/** The photo is checked like a face before the camera, so it uses the same quota. */
const DIMENSIONS = ['monthlyBiometric'] as const;

/** Below this confidence, the photo cannot be compared. */
const LEAST_CONFIDENCE = 0.5;
const REFUSALS = {
  FACE: 'Must show a face.',
  PICTURE: 'Must be a photo with light and contrast: it is dark, blank, or cannot be decoded.',
} as const;

interface EnrollmentRoutesParts {
  readonly providers: BiometricProviders;
  readonly features: Features;
}

const pathParams = z.object({ userExternalId: userIdText });

const enrollmentRequest = z.object({
  image: photoText.describe('JPEG of the face in base64, each side at least 300 pixels.'),
  cpf: cpfRequest,
  source: z.enum(ENROLLMENT_SOURCES).default('BANK_PROVIDED'),
  dryRun: z
    .literal(false, 'Must be false: no photo is examined here without being kept.')
    .optional()
    .describe('A photo is always kept, so that true is refused.'),
});

const confidence = z.number().min(0).max(1);

const enrollmentAnswer = z
  .object({
    userExternalId: z.string(),
    enrollmentHash: z.string().describe('SHA-256 of the photo.'),
    enrollmentVersion: z.number().describe('Counts the photos of this user, from 1.'),
    enrollmentSource: z.enum(ENROLLMENT_SOURCES),
    enrolledAt: z.string().describe('ISO 8601, UTC'),
    expiresAt: z.string().describe('When the photo is destroyed. ISO 8601, UTC'),
    cpf: z.string(),
    faceConfidence: confidence
      .optional()
      .describe(
        'With the basis FACE how sure it is that the photo shows a face, with PICTURE how usable it is.',
      ),
    faceConfidenceBasis: z
      .enum(DETECTION_BASES)
      .optional()
      .describe('PICTURE: only size, light and contrast were measured, and no face was looked for.'),
    faceProvider: z.string().optional().describe('Who examined the photo; `local` knows no face.'),
    documentImageHash: z.string().optional().describe('With DOCUMENT_PHOTO: SHA-256 of that image.'),
    extractionConfidence: confidence.optional().describe('With DOCUMENT_PHOTO: of the face found on it.'),
  })
  .openapi('Enrollment');

/** Routes for reference photos that the integrator supplies. BIOMETRIC_MATCH compares with them. */
export function mountEnrollments(app: ServiceApp, core: Core, parts: EnrollmentRoutesParts): void {
  const { database, clock, fieldCipher } = core;

  route(app, {
    method: 'put',
    path: '/v1/users/{userExternalId}/enrollment',
    summary: 'Set the user’s reference photo',
    access: clientWith('transactions:write'),
    params: pathParams,
    body: enrollmentRequest,
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answer: ok('The enrollment', enrollmentAnswer),
    problems: [429, 503],
    handle: async ({ c, tenantId, params, body, once }) => {
      const tenant = await findTenant(database, tenantId);
      requireFeatures(tenant, ['BIOMETRIC_MATCH'], parts.features);
      const wanted = body;
      const { userExternalId } = params;
      const kept = await once(async saveResponse => {
        const { quota, answer } = await setPhoto(
          core,
          parts,
          tenant,
          { ...wanted, userExternalId },
          saveResponse,
        );
        if (quota !== undefined) setQuotaHeaders(c, quota);
        return answer;
      });
      return enrollmentAnswer.parse({ ...kept.body, cpf: wanted.cpf });
    },
  });

  route(app, {
    method: 'get',
    path: '/v1/users/{userExternalId}/enrollment',
    summary: 'Metadata of the user’s reference photo',
    access: clientWith('transactions:read'),
    params: pathParams,
    answer: ok('The enrollment', enrollmentAnswer),
    handle: async ({ tenantId, params }) => {
      const { userExternalId } = params;
      const found = await findEnrollment(database, tenantId, userExternalId, clock.now());
      if (found === undefined) throw notFound();
      const photo = Buffer.from(await fieldCipher.open(found.sealedPhoto), 'base64');
      return describeEnrollment(found, photo);
    },
  });

  route(app, {
    method: 'delete',
    path: '/v1/users/{userExternalId}/enrollment',
    summary: 'Delete the user’s reference photo',
    access: clientWith('transactions:write'),
    params: pathParams,
    answer: noContent('Deleted'),
    handle: async ({ tenantId, params }) => {
      if (!(await deleteEnrollments(database, tenantId, params.userExternalId))) throw notFound();
    },
  });
}

/** @throws Problem `validation-error`, `service-unavailable` */
async function detectFace({ faces }: BiometricProviders, photo: Uint8Array): Promise<FaceDetection> {
  const detail = 'The photo cannot be examined at the moment.';
  const found = await requireAnswer(signal => faces.detect(photo, signal), detail);
  if (found.confidence >= LEAST_CONFIDENCE) return found;
  throw invalid('/image', REFUSALS[found.basis]);
}

interface WantedPhoto extends z.output<typeof enrollmentRequest> {
  readonly userExternalId: string;
}

/** @throws Problem, QuotaExceededError */
async function setPhoto(
  { database, clock, fieldCipher, quotas }: Core,
  { providers }: EnrollmentRoutesParts,
  tenant: Tenant,
  { image, cpf, source, userExternalId }: WantedPhoto,
  saveResponse: SaveResponse,
): Promise<{ answer: StoredResponse; quota: QuotaStanding | undefined }> {
  await quotas.check(database, tenant, DIMENSIONS, clock.now());
  const photo = readPhoto(image, '/image');
  const detection = await detectFace(providers, photo);
  const enrolledAt = clock.now();
  const enrollment = {
    tenantId: tenant.tenantId,
    userExternalId,
    cpf,
    sealedPhoto: fieldCipher.seal(image),
    source,
    detection,
    enrolledAt,
    expiresAt: expiryOf(sandboxErasure(tenant, enrolledAt), enrolledAt),
  };
  return database.transaction(async queries => {
    const made = await putEnrollment(queries, enrollment);
    const quota = await quotas.consume(queries, tenant, DIMENSIONS, enrolledAt);
    // Store the response without the CPF, which would otherwise outlive a deletion; a repeat sends it again.
    const { cpf: _, ...body } = describeEnrollment(made, photo);
    const answer = { status: 200, body } as const;
    await saveResponse(queries, answer);
    return { answer, quota };
  });
}

/** Describes an enrollment without its photo. */
function describeEnrollment(
  enrollment: UserEnrollment,
  photo: Uint8Array,
): z.output<typeof enrollmentAnswer> {
  const hash = hashOf(photo);
  const { faceConfidence, enrolledAt, expiresAt } = enrollment;
  const isDocument = enrollment.source === 'DOCUMENT_PHOTO';
  return enrollmentAnswer.parse({
    ...enrollment,
    enrollmentHash: hash,
    enrollmentVersion: enrollment.version,
    enrollmentSource: enrollment.source,
    enrolledAt: enrolledAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    faceConfidenceBasis: enrollment.faceBasis,
    documentImageHash: isDocument ? hash : undefined,
    extractionConfidence: isDocument ? faceConfidence : undefined,
  });
}
