import { createHash } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import type { Clock } from '../domain/clock.ts';
import type { ServiceApp } from '../http/app.ts';
import { clientOf } from '../domain/principal.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { limitBody } from '../http/body-limits.ts';
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
import { ProviderUnavailableError, type BiometricProviders } from '../biometrics/providers.ts';
import {
  deleteEnrollments,
  ENROLLMENT_SOURCES,
  findEnrollment,
  putEnrollment,
  type UserEnrollment,
} from './user-enrollments.ts';

const MAX_BODY = MAX_PHOTO_TEXT + 16 * 1024;
const PROVIDER_TIMEOUT_MS = 10_000;

/** Below this a provider has found no face that others could be compared with. */
const LEAST_CONFIDENCE = 0.5;

export interface EnrollmentRoutesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly authentication: Authentication;
  readonly providers: BiometricProviders;
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
    faceConfidence: confidence.optional().describe('How sure it is that the photo shows a face.'),
    documentImageHash: z.string().optional().describe('With DOCUMENT_PHOTO: SHA-256 of that image.'),
    extractionConfidence: confidence.optional().describe('With DOCUMENT_PHOTO: of the face found on it.'),
  })
  .openapi('Enrollment');

/** The reference photos that an integrator brings along (BIOMETRIC_MATCH compares with them). */
export function mountEnrollments(app: ServiceApp, options: EnrollmentRoutesOptions): void {
  mountPut(app, options);
  mountGet(app, options);
  mountDelete(app, options);
}

/** @throws Problem `validation-error`, `service-unavailable` */
async function faceConfidence({ faces }: BiometricProviders, photo: Uint8Array): Promise<number> {
  try {
    const found = await faces.detect(photo, AbortSignal.timeout(PROVIDER_TIMEOUT_MS));
    if (found >= LEAST_CONFIDENCE) return found;
  } catch (cause) {
    const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
    if (!(cause instanceof ProviderUnavailableError) && !isTimeout) throw cause;
    const detail = 'The photo cannot be examined at the moment.';
    throw new Problem('service-unavailable', detail, { headers: { 'Retry-After': '5' }, cause });
  }
  throw invalid('/image', 'Must show a face.');
}

function mountPut(app: ServiceApp, options: EnrollmentRoutesOptions): void {
  const { database, clock, vault, authentication, providers } = options;
  const route = createRoute({
    method: 'put',
    path: '/v1/users/{userExternalId}/enrollment',
    summary: 'Set the user’s reference photo',
    security: CLIENT_AUTH,
    middleware: [authentication.requireClient('transactions:write'), limitBody(MAX_BODY)] as const,
    request: {
      params,
      body: { required: true, content: { 'application/json': { schema: enrollmentRequest } } },
    },
    responses: {
      200: json('The enrollment', enrollmentAnswer),
      ...problems(400, 401, 403, 409, 413, 415, 503),
    },
  });
  app.openapi(route, async c => {
    const { tenantId } = clientOf(c.get('principal'));
    const tenant = await findTenant(database, tenantId);
    requireBiometrics(tenant, ['BIOMETRIC_MATCH']);
    const { image, cpf, source } = c.req.valid('json');
    const found = await faceConfidence(providers, readPhoto(image, '/image'));
    const enrolledAt = clock.now();
    const wanted = {
      tenantId,
      userExternalId: c.req.valid('param').userExternalId,
      cpf,
      sealedPhoto: vault.seal(image),
      source,
      faceConfidence: found,
      enrolledAt,
      expiresAt: expiryOf(sandboxErasure(tenant, enrolledAt), enrolledAt),
    };
    const made = await database.transaction(queries => putEnrollment(queries, wanted));
    c.header('Cache-Control', 'no-store');
    return c.json(await describeEnrollment(made, vault), 200);
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
    return c.json(await describeEnrollment(found, vault), 200);
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

/** Never the photo itself. */
async function describeEnrollment(
  enrollment: UserEnrollment,
  vault: Vault,
): Promise<z.output<typeof enrollmentAnswer>> {
  const photo = Buffer.from(await vault.open(enrollment.sealed_photo), 'base64');
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
    ...(found === null ? {} : { faceConfidence: found }),
    ...(isDocument
      ? { documentImageHash: hash, ...(found !== null && { extractionConfidence: found }) }
      : {}),
  });
}
