import { createHash } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import type { Clock } from '../domain/clock.ts';
import type { ServiceApp } from '../http/app.ts';
import { clientOf } from '../domain/principal.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { limitBody } from '../http/body-limits.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { Idempotency } from '../http/idempotency.ts';
import type { KeptAnswer, Remember } from '../http/remember.ts';
import type { MonthlyQuotas, QuotaStanding } from '../quotas/monthly-quotas.ts';
import type { Tenant } from '../domain/tenant.ts';
import { CLIENT_AUTH, json, problems } from '../http/openapi-parts.ts';
import { invalid, notFound, Problem } from '../domain/problem.ts';
import { text } from '../http/request-values.ts';
import type { Vault } from '../keys/vault.ts';
import { MAX_PHOTO_TEXT, photoText } from '../steps/advance-request.ts';
import { requireBiometrics, sandboxErasure } from '../sessions/create-session.ts';
import { cpfRequest } from '../sessions/signer-request.ts';
import type { Database } from '../storage/database.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import { expiryOf } from '../biometrics/enrollments.ts';
import { readPhoto } from '../biometrics/photo.ts';
import {
  DETECTION_BASES,
  ProviderUnavailableError,
  type BiometricProviders,
  type FaceDetection,
} from '../biometrics/providers.ts';
import {
  deleteEnrollments,
  ENROLLMENT_SOURCES,
  findEnrollment,
  putEnrollment,
  type UserEnrollment,
} from './user-enrollments.ts';

const MAX_BODY = MAX_PHOTO_TEXT + 16 * 1024;
const PROVIDER_TIMEOUT_MS = 10_000;

/** The photo is checked like a face before the camera, so it uses the same quota. */
const DIMENSIONS = ['monthlyBiometric'] as const;

/** Below this confidence, the photo cannot be compared. */
const LEAST_CONFIDENCE = 0.5;
const REFUSALS = {
  FACE: 'Must show a face.',
  PICTURE: 'Must be a photo with light and contrast: it is dark, blank, or cannot be decoded.',
} as const;

export interface EnrollmentRoutesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly authentication: Authentication;
  readonly providers: BiometricProviders;
  readonly idempotency: Idempotency;
  readonly quotas: MonthlyQuotas;
}

const params = z.object({ userExternalId: text(256) });

const enrollmentRequest = z.object({
  image: photoText.describe('JPEG of the face in base64, each side at least 300 pixels.'),
  cpf: cpfRequest,
  source: z.enum(ENROLLMENT_SOURCES).default('BANK_PROVIDED'),
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
export function mountEnrollments(app: ServiceApp, options: EnrollmentRoutesOptions): void {
  mountPut(app, options);
  mountGet(app, options);
  mountDelete(app, options);
}

/** @throws Problem `validation-error`, `service-unavailable` */
async function detectFace({ faces }: BiometricProviders, photo: Uint8Array): Promise<FaceDetection> {
  try {
    const found = await faces.detect(photo, AbortSignal.timeout(PROVIDER_TIMEOUT_MS));
    if (found.confidence >= LEAST_CONFIDENCE) return found;
    throw invalid('/image', REFUSALS[found.basis]);
  } catch (cause) {
    const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
    if (!(cause instanceof ProviderUnavailableError) && !isTimeout) throw cause;
    const detail = 'The photo cannot be examined at the moment.';
    throw new Problem('service-unavailable', detail, { headers: { 'Retry-After': '5' }, cause });
  }
}

function mountPut(app: ServiceApp, options: EnrollmentRoutesOptions): void {
  const { database, authentication, idempotency } = options;
  const route = createRoute({
    method: 'put',
    path: '/v1/users/{userExternalId}/enrollment',
    summary: 'Set the user’s reference photo',
    security: CLIENT_AUTH,
    middleware: [authentication.requireClient('transactions:write'), limitBody(MAX_BODY)] as const,
    request: {
      params,
      headers: z.object({ 'x-idempotency-key': z.string().optional() }),
      body: { required: true, content: { 'application/json': { schema: enrollmentRequest } } },
    },
    responses: {
      200: json('The enrollment', enrollmentAnswer),
      ...problems(400, 401, 403, 409, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    requireBiometrics(tenant, ['BIOMETRIC_MATCH']);
    const wanted = c.req.valid('json');
    const { userExternalId } = c.req.valid('param');
    const kept = await idempotency.run(c, async remember => {
      const { quota, answer } = await setPhoto(options, tenant, { ...wanted, userExternalId }, remember);
      if (quota !== undefined) setQuotaHeaders(c, quota);
      return answer;
    });
    c.header('Cache-Control', 'no-store');
    return c.json(enrollmentAnswer.parse({ ...kept.body, cpf: wanted.cpf }), 200);
  });
}

interface WantedPhoto extends z.output<typeof enrollmentRequest> {
  readonly userExternalId: string;
}

/** @throws Problem, QuotaExceededError */
async function setPhoto(
  { database, clock, vault, providers, quotas }: EnrollmentRoutesOptions,
  tenant: Tenant,
  { image, cpf, source, userExternalId }: WantedPhoto,
  remember: Remember,
): Promise<{ answer: KeptAnswer; quota: QuotaStanding | undefined }> {
  await quotas.check(database, tenant, DIMENSIONS, clock.now());
  const photo = readPhoto(image, '/image');
  const detection = await detectFace(providers, photo);
  const enrolledAt = clock.now();
  const enrollment = {
    tenantId: tenant.tenantId,
    userExternalId,
    cpf,
    sealedPhoto: vault.seal(image),
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
    await remember(queries, answer);
    return { answer, quota };
  });
}

function mountGet(
  app: ServiceApp,
  { database, clock, vault, authentication }: EnrollmentRoutesOptions,
): void {
  const route = createRoute({
    method: 'get',
    path: '/v1/users/{userExternalId}/enrollment',
    summary: 'What is known of the user’s reference photo',
    security: CLIENT_AUTH,
    middleware: authentication.requireClient('transactions:read'),
    request: { params },
    responses: { 200: json('The enrollment', enrollmentAnswer), ...problems(401, 403, 404) },
  });
  app.openapi(route, async c => {
    const { tenantId } = clientOf(c.get('principal'));
    const { userExternalId } = c.req.valid('param');
    const found = await findEnrollment(database, tenantId, userExternalId, clock.now());
    if (found === undefined) throw notFound();
    c.header('Cache-Control', 'no-store');
    const photo = Buffer.from(await vault.open(found.sealed_photo), 'base64');
    return c.json(describeEnrollment(found, photo), 200);
  });
}

function mountDelete(app: ServiceApp, { database, authentication }: EnrollmentRoutesOptions): void {
  const route = createRoute({
    method: 'delete',
    path: '/v1/users/{userExternalId}/enrollment',
    summary: 'Destroy the user’s reference photo',
    security: CLIENT_AUTH,
    middleware: authentication.requireClient('transactions:write'),
    request: { params },
    responses: { 204: { description: 'It is destroyed' }, ...problems(401, 403, 404) },
  });
  app.openapi(route, async c => {
    const { tenantId } = clientOf(c.get('principal'));
    if (!(await deleteEnrollments(database, tenantId, c.req.valid('param').userExternalId))) throw notFound();
    return c.body(null, 204);
  });
}

/** Describes an enrollment without its photo. */
function describeEnrollment(
  enrollment: UserEnrollment,
  photo: Uint8Array,
): z.output<typeof enrollmentAnswer> {
  const hash = `sha256:${createHash('sha256').update(photo).digest('hex')}`;
  const { source, face_confidence: found } = enrollment;
  const isDocument = source === 'DOCUMENT_PHOTO';
  return enrollmentAnswer.parse({
    userExternalId: enrollment.user_external_id,
    enrollmentHash: hash,
    enrollmentVersion: enrollment.version,
    enrollmentSource: source,
    enrolledAt: enrollment.enrolled_at.toISOString(),
    expiresAt: enrollment.expires_at.toISOString(),
    cpf: enrollment.cpf,
    faceConfidence: found ?? undefined,
    faceConfidenceBasis: enrollment.face_basis ?? undefined,
    faceProvider: enrollment.face_provider ?? undefined,
    documentImageHash: isDocument ? hash : undefined,
    extractionConfidence: isDocument ? (found ?? undefined) : undefined,
  });
}
