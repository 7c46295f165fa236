/** The routes of envelopes, and their answers. */
import { z } from '@hono/zod-openapi';
import { SESSION_STATUSES } from '@sign-session/session-rules';
import type { Core } from '../core/core.ts';
import { MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import { PRESIGNED_LIFETIME, type PresignedUrls } from '../documents/presigned-urls.ts';
import { type Envelope, ENVELOPE_STATUSES, type Member, occupiesIndex } from '../domain/envelope.ts';
import { idSchema } from '../domain/ids.ts';
import { clientOf, type Principal } from '../domain/principal.ts';
import { SIGNING_MODES } from '../domain/session.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody, optionalJsonBody, runOnce } from '../http/declare-route.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { StoredResponse } from '../http/idempotency.ts';
import { json } from '../http/openapi-parts.ts';
import { clientWith } from '../oauth/authentication.ts';
import { type SessionAnswers, createdAnswer } from '../sessions/answers.ts';
import type { CreationServices } from '../sessions/create-request.ts';
import { cancelRequest } from '../sessions/shared-request.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import type { CombinedStamp } from './combined-stamp.ts';
import { type EnvelopeCreation, readNewMember } from './create-envelope.ts';
import { addSessionSchema, createEnvelopeSchema } from './envelope-request.ts';
import { listMembers } from './envelope-store.ts';
import type { Envelopes } from './envelopes.ts';
import type { TurnInvitations } from './turn-invitations.ts';

const time = z.string().describe('ISO 8601, UTC');

const envelopeSchema = z.object({
  envelopeId: z.string(),
  status: z.enum(ENVELOPE_STATUSES),
  signingMode: z.enum(SIGNING_MODES),
  totalSigners: z.number(),
  documentHash: z.string(),
  createdAt: time,
  expiresAt: time,
});

const envelopeCreatedAnswer = envelopeSchema.openapi('CreatedEnvelope');

const envelopeAnswer = envelopeSchema
  .extend({
    addedSessions: z.number().describe('Signers who have signed or still can: the places that are filled.'),
    completedSessions: z.number(),
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        transactionId: z.string(),
        signerIndex: z.number(),
        signerName: z.string().describe('Empty where it can no longer be read.'),
        status: z.enum(SESSION_STATUSES),
        completedAt: time.optional(),
        evidenceId: z.string().optional(),
      }),
    ),
    combinedSignedPdfUrl: z.string().optional().describe('Presigned; once the combined stamp was made.'),
    updatedAt: time,
  })
  .openapi('Envelope');

const envelopeCancelledAnswer = z
  .object({
    envelopeId: z.string(),
    status: z.literal('CANCELLED'),
    cancelledCount: z.number(),
    preservedSignedCount: z.number(),
    cancelledSessions: z.array(z.object({ sessionId: z.string(), transactionId: z.string() })),
    alreadyCancelled: z.boolean().optional(),
  })
  .openapi('CancelledEnvelope');

const combinedStampAnswer = z
  .object({
    envelopeId: z.string(),
    downloadUrl: z.string().describe('Presigned address of the PDF, for one hour'),
    expiresIn: z.number(),
    signerCount: z.number(),
  })
  .openapi('CombinedStamp');

const groupStampAnswer = combinedStampAnswer
  .omit({ envelopeId: true })
  .extend({ groupId: z.string() })
  .openapi('GroupStamp');

function shortOf({ envelopeId, status, signingMode, totalSigners, document, ...times }: Envelope) {
  return {
    envelopeId,
    status,
    signingMode,
    totalSigners,
    documentHash: document.hash,
    createdAt: times.createdAt.toISOString(),
    expiresAt: times.expiresAt.toISOString(),
  };
}

function storedEnvelope(made: Envelope): StoredResponse {
  return { status: 201, body: shortOf(made) };
}

function describeEnvelope(
  found: Envelope,
  members: readonly Member[],
  combinedSignedPdfUrl: string | undefined,
): z.output<typeof envelopeAnswer> {
  return envelopeAnswer.parse({
    ...shortOf(found),
    addedSessions: members.filter(occupiesIndex).length,
    completedSessions: members.filter(({ status }) => status === 'COMPLETED').length,
    sessions: members.map(member => ({ ...member, completedAt: member.completedAt?.toISOString() })),
    combinedSignedPdfUrl,
    updatedAt: found.updatedAt.toISOString(),
  });
}

const MAX_BODY = 512 * 1024;

interface EnvelopeRoutesParts {
  readonly sessionAnswers: SessionAnswers;
  readonly envelopes: Envelopes;
  readonly envelopeCreation: EnvelopeCreation;
  readonly invitations: TurnInvitations;
  readonly combinedStamp: CombinedStamp;
  readonly presigned: PresignedUrls;
  readonly services: CreationServices;
}

const params = z.object({ envelopeId: idSchema });

/**
 * Several signers of one document (service interface, "Envelope"). Signers use the same routes as for any session.
 */
export function mountEnvelopes(app: ServiceApp, core: Core, parts: EnvelopeRoutesParts): void {
  mountCreate(app, core, parts);
  mountAddSession(app, core, parts);
  mountDetail(app, core, parts);
  mountCancel(app, parts);
  mountCombinedStamp(app, parts);
}

function mountCreate(app: ServiceApp, core: Core, parts: EnvelopeRoutesParts): void {
  const { database } = core;
  const { envelopeCreation, services } = parts;
  const route = declareRoute({
    method: 'post',
    path: '/v1/envelopes',
    summary: 'One PDF for two or more signers',
    access: clientWith('transactions:write'),
    request: { body: jsonBody(createEnvelopeSchema) },
    maxBytes: MAX_DOCUMENT_TEXT + MAX_BODY,
    isIdempotent: true,
    answers: { 201: json('The envelope', envelopeCreatedAnswer) },
    problems: [410, 429, 503],
  });
  app.openapi(route, async c => {
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    const answer = await runOnce(c, async saveResponse => {
      const wanted = c.req.valid('json');
      const { envelope, quota } = await envelopeCreation.create(
        tenant,
        wanted,
        services.inspectPdf,
        (queries, made) => saveResponse(queries, storedEnvelope(made)),
      );
      if (quota !== undefined) setQuotaHeaders(c, quota);
      return storedEnvelope(envelope);
    });
    return c.json(envelopeCreatedAnswer.parse(answer.body), 201);
  });
}

function mountAddSession(app: ServiceApp, core: Core, parts: EnvelopeRoutesParts): void {
  const { database } = core;
  const { envelopes, invitations, services } = parts;
  const route = declareRoute({
    method: 'post',
    path: '/v1/envelopes/{envelopeId}/sessions',
    summary: 'Add a signer',
    access: clientWith('transactions:write'),
    request: { params, body: jsonBody(addSessionSchema) },
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answers: { 201: json('The signer’s session', createdAnswer) },
    problems: [429, 503],
  });
  app.openapi(route, async c => {
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    const envelope = await envelopes.open(tenant.tenantId, c.req.valid('param').envelopeId);
    const read = async () => readNewMember(envelope, c.req.valid('json'), services);
    const answer = await parts.sessionAnswers.create(c, tenant, read);
    await invitations.send(envelope.envelopeId);
    return c.json(answer, 201);
  });
}

function mountDetail(app: ServiceApp, core: Core, parts: EnvelopeRoutesParts): void {
  const { database } = core;
  const { envelopes, presigned } = parts;
  const route = declareRoute({
    method: 'get',
    path: '/v1/envelopes/{envelopeId}',
    summary: 'The envelope and its signers',
    access: clientWith('transactions:read'),
    request: { params },
    answers: { 200: json('The envelope', envelopeAnswer) },
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

function mountCancel(app: ServiceApp, parts: EnvelopeRoutesParts): void {
  const { envelopes } = parts;
  const route = declareRoute({
    method: 'post',
    path: '/v1/envelopes/{envelopeId}/cancel',
    summary: 'Cancel the open sessions; existing signatures stay',
    access: clientWith('transactions:write'),
    request: { params, body: optionalJsonBody(cancelRequest) },
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answers: { 200: json('Cancelled', envelopeCancelledAnswer) },
    problems: [503],
  });
  app.openapi(route, async c => {
    const { tenantId } = clientOf(c.get('principal'));
    const envelope = await envelopes.open(tenantId, c.req.valid('param').envelopeId);
    const { reason } = c.req.valid('json');
    const answer = await runOnce(c, saveResponse => envelopes.cancel(envelope, reason, saveResponse));
    return c.json(envelopeCancelledAnswer.parse(answer.body), 200);
  });
}

function mountCombinedStamp(app: ServiceApp, parts: EnvelopeRoutesParts): void {
  const { envelopes, combinedStamp, presigned } = parts;
  const stampOf = async (principal: Principal, envelopeId: string) => {
    const envelope = await envelopes.open(clientOf(principal).tenantId, envelopeId);
    const { totalSigners: signerCount } = envelope;
    const downloadUrl = await presigned.create(await combinedStamp.of(envelope));
    return { downloadUrl, expiresIn: PRESIGNED_LIFETIME, signerCount };
  };
  const shared = {
    method: 'post',
    access: clientWith('transactions:write', 'evidence:read'),
    problems: [409, 503],
  } as const;
  const route = declareRoute({
    ...shared,
    path: '/v1/envelopes/{envelopeId}/combined-stamp',
    summary: 'The document with the evidence of all its signers',
    request: { params },
    answers: { 200: json('Location of the stamp', combinedStampAnswer) },
  });
  app.openapi(route, async c => {
    const { envelopeId } = c.req.valid('param');
    const stamp = await stampOf(c.get('principal'), envelopeId);
    c.header('Cache-Control', 'no-store');
    return c.json({ envelopeId, ...stamp }, 200);
  });
  const groupRoute = declareRoute({
    ...shared,
    path: '/v1/document-groups/{groupId}/combined-stamp',
    summary: 'The same by the group id of its transactions, which is the envelope’s id',
    request: { params: z.object({ groupId: idSchema }) },
    answers: { 200: json('Location of the stamp', groupStampAnswer) },
  });
  app.openapi(groupRoute, async c => {
    const { groupId } = c.req.valid('param');
    const stamp = await stampOf(c.get('principal'), groupId);
    c.header('Cache-Control', 'no-store');
    return c.json({ groupId, ...stamp }, 200);
  });
}
