import { createRoute, z } from '@hono/zod-openapi';
import { PRESIGNED_LIFETIME, type PresignedUrls } from '../documents/presigned-urls.ts';
import { MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import type { ServiceApp } from '../http/app.ts';
import { clientOf, type Principal } from '../domain/principal.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { limitBody } from '../http/body-limits.ts';
import { emptyBodyIsEmptyObject } from '../http/empty-body.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import { CLIENT_AUTH, json, problems } from '../http/openapi-parts.ts';
import { text } from '../http/request-values.ts';
import { idSchema } from '../domain/identifiers/id-schema.ts';
import { answerCreation, type AnswerCreationOptions } from '../sessions/answer-creation.ts';
import { createdAnswer } from '../sessions/answers.ts';
import type { Means } from '../sessions/create-request.ts';
import type { Database } from '../storage/database.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import { readNewMember } from './add-session.ts';
import type { CombinedStamp } from './combined-stamp.ts';
import type { EnvelopeCreation } from './create-envelope.ts';
import {
  combinedStampAnswer,
  groupStampAnswer,
  describeEnvelope,
  envelopeAnswer,
  envelopeCancelledAnswer,
  envelopeCreatedAnswer,
  keptEnvelope,
} from './envelope-answers.ts';
import { addSessionSchema, createEnvelopeSchema } from './envelope-request.ts';
import { listMembers } from './envelope-store.ts';
import type { Envelopes } from './envelopes.ts';
import type { TurnInvitations } from './turn-invitations.ts';

const MAX_BODY = 512 * 1024;

export interface EnvelopeRoutesOptions extends AnswerCreationOptions {
  readonly database: Database;
  readonly authentication: Authentication;
  readonly envelopes: Envelopes;
  readonly envelopeCreation: EnvelopeCreation;
  readonly invitations: TurnInvitations;
  readonly combinedStamp: CombinedStamp;
  readonly presigned: PresignedUrls;
  readonly means: Means;
}

const params = z.object({ envelopeId: idSchema });
const idempotencyHeader = z.object({ 'x-idempotency-key': z.string().optional() });

/**
 * Several signers of one document (service interface, "Envelope"). Signers use the same routes as for any session.
 */
export function mountEnvelopes(app: ServiceApp, options: EnvelopeRoutesOptions): void {
  mountCreate(app, options);
  mountAddSession(app, options);
  mountDetail(app, options);
  mountCancel(app, options);
  mountCombinedStamp(app, options);
}

function mountCreate(app: ServiceApp, options: EnvelopeRoutesOptions): void {
  const { database, authentication, idempotency, envelopeCreation, means } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/envelopes',
    summary: 'One PDF for two or more signers',
    security: CLIENT_AUTH,
    middleware: [
      authentication.requireClient('transactions:write'),
      limitBody(MAX_DOCUMENT_TEXT + MAX_BODY),
    ] as const,
    request: {
      headers: idempotencyHeader,
      body: { required: true, content: { 'application/json': { schema: createEnvelopeSchema } } },
    },
    responses: {
      201: json('The envelope', envelopeCreatedAnswer),
      ...problems(400, 401, 403, 409, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    const answer = await idempotency.run(c, async remember => {
      const wanted = c.req.valid('json');
      const { envelope, quota } = await envelopeCreation.create(
        tenant,
        wanted,
        means.inspectPdf,
        (queries, made) => remember(queries, keptEnvelope(made)),
      );
      if (quota !== undefined) setQuotaHeaders(c, quota);
      return keptEnvelope(envelope);
    });
    return c.json(envelopeCreatedAnswer.parse(answer.body), 201);
  });
}

function mountAddSession(app: ServiceApp, options: EnvelopeRoutesOptions): void {
  const { database, authentication, envelopes, invitations, means } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/envelopes/{envelopeId}/sessions',
    summary: 'Add a signer',
    security: CLIENT_AUTH,
    middleware: [authentication.requireClient('transactions:write'), limitBody(MAX_BODY)] as const,
    request: {
      params,
      headers: idempotencyHeader,
      body: { required: true, content: { 'application/json': { schema: addSessionSchema } } },
    },
    responses: {
      201: json('The signer’s session', createdAnswer),
      ...problems(400, 401, 403, 404, 409, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    const envelope = await envelopes.open(tenant.tenantId, c.req.valid('param').envelopeId);
    const read = async () => readNewMember(envelope, c.req.valid('json'), means);
    const answer = await answerCreation(c, options, tenant, read);
    await invitations.send(envelope.envelopeId);
    return c.json(answer, 201);
  });
}

function mountDetail(app: ServiceApp, options: EnvelopeRoutesOptions): void {
  const { database, authentication, envelopes, presigned } = options;
  const route = createRoute({
    method: 'get',
    path: '/v1/envelopes/{envelopeId}',
    summary: 'Where the envelope and its signers stand',
    security: CLIENT_AUTH,
    middleware: authentication.requireClient('transactions:read'),
    request: { params },
    responses: { 200: json('The envelope', envelopeAnswer), ...problems(401, 403, 404) },
  });
  app.openapi(route, async c => {
    const { tenantId } = clientOf(c.get('principal'));
    const envelope = await envelopes.open(tenantId, c.req.valid('param').envelopeId);
    const { envelopeId, combinedDocumentId } = envelope;
    const combinedUrl = combinedDocumentId && (await presigned.create(combinedDocumentId));
    c.header('Cache-Control', 'no-store');
    return c.json(describeEnvelope(envelope, await listMembers(database, envelopeId), combinedUrl), 200);
  });
}

function mountCancel(app: ServiceApp, options: EnvelopeRoutesOptions): void {
  const { authentication, idempotency, envelopes } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/envelopes/{envelopeId}/cancel',
    summary: 'Close the signatures that are open; those that were made stay',
    security: CLIENT_AUTH,
    middleware: [
      authentication.requireClient('transactions:write'),
      limitBody(MAX_BODY),
      emptyBodyIsEmptyObject,
    ] as const,
    request: {
      params,
      headers: idempotencyHeader,
      body: { content: { 'application/json': { schema: z.object({ reason: text(1000).optional() }) } } },
    },
    responses: {
      200: json('It is cancelled', envelopeCancelledAnswer),
      ...problems(400, 401, 403, 404, 409, 413, 415, 503),
    },
  });
  app.openapi(route, async c => {
    const { tenantId } = clientOf(c.get('principal'));
    const envelope = await envelopes.open(tenantId, c.req.valid('param').envelopeId);
    const { reason } = c.req.valid('json');
    const answer = await idempotency.run(c, remember => envelopes.cancel(envelope, reason, remember));
    return c.json(envelopeCancelledAnswer.parse(answer.body), 200);
  });
}

function mountCombinedStamp(app: ServiceApp, options: EnvelopeRoutesOptions): void {
  const { authentication, envelopes, combinedStamp, presigned } = options;
  const stampOf = async (principal: Principal, envelopeId: string) => {
    const envelope = await envelopes.open(clientOf(principal).tenantId, envelopeId);
    const { totalSigners: signerCount } = envelope;
    const downloadUrl = await presigned.create(await combinedStamp.of(envelope));
    return { downloadUrl, expiresIn: PRESIGNED_LIFETIME, signerCount };
  };
  const route = createRoute({
    method: 'post',
    path: '/v1/envelopes/{envelopeId}/combined-stamp',
    summary: 'The document with the evidence of all its signers',
    security: CLIENT_AUTH,
    middleware: authentication.requireClient('transactions:write', 'evidence:read'),
    request: { params },
    responses: { 200: json('Where it is', combinedStampAnswer), ...problems(401, 403, 404, 409, 503) },
  });
  app.openapi(route, async c => {
    const { envelopeId } = c.req.valid('param');
    const stamp = await stampOf(c.get('principal'), envelopeId);
    c.header('Cache-Control', 'no-store');
    return c.json({ envelopeId, ...stamp }, 200);
  });
  const groupRoute = createRoute({
    ...route,
    path: '/v1/document-groups/{groupId}/combined-stamp',
    summary: 'The same by the group’s id of its transactions, which is the envelope’s',
    request: { params: z.object({ groupId: idSchema }) },
    responses: { ...route.responses, 200: json('Where it is', groupStampAnswer) },
  });
  app.openapi(groupRoute, async c => {
    const { groupId } = c.req.valid('param');
    const stamp = await stampOf(c.get('principal'), groupId);
    c.header('Cache-Control', 'no-store');
    return c.json({ groupId, ...stamp }, 200);
  });
}
