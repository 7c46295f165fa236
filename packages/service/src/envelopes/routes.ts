/** The routes of envelopes, and their answers. */
import { z } from '@hono/zod-openapi';
import { SESSION_STATUSES } from '@sign-session/session-rules';
import type { Core } from '../core/core.ts';
import { MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import { PRESIGNED_LIFETIME, type PresignedUrls } from '../documents/presigned-urls.ts';
import { type Envelope, ENVELOPE_STATUSES, type Member, occupiesIndex } from '../domain/envelope.ts';
import { idSchema } from '../domain/ids.ts';
import { Problem } from '../domain/problem.ts';
import { SIGNING_MODES } from '../domain/session.ts';
import type { ServiceApp } from '../http/app.ts';
import { route, created, ok } from '../http/route.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { StoredResponse } from '../http/idempotency.ts';
import { text } from '../http/validation.ts';
import { clientWith } from '../oauth/authentication.ts';
import { type SessionAnswers, createdAnswer } from '../sessions/answers.ts';
import type { CreationServices } from '../sessions/create-request.ts';
import { hasGroup } from '../sessions/list-sessions.ts';
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

const pathParams = z.object({ envelopeId: idSchema });

/**
 * Several signers of one document (service interface, "Envelope"). Signers use the same routes as for any session.
 */
export function mountEnvelopes(app: ServiceApp, core: Core, parts: EnvelopeRoutesParts): void {
  const { database } = core;
  const { envelopeCreation, services, envelopes, invitations, presigned } = parts;

  route(app, {
    method: 'post',
    path: '/v1/envelopes',
    summary: 'One PDF for two or more signers',
    access: clientWith('transactions:write'),
    body: createEnvelopeSchema,
    maxBytes: MAX_DOCUMENT_TEXT + MAX_BODY,
    isIdempotent: true,
    answer: created('The envelope', envelopeCreatedAnswer),
    problems: [410, 429, 503],
    handle: async ({ c, tenantId, body, once }) => {
      const tenant = await findTenant(database, tenantId);
      const answer = await once(async saveResponse => {
        const wanted = body;
        const { envelope, quota } = await envelopeCreation.create(
          tenant,
          wanted,
          services.inspectPdf,
          (queries, made) => saveResponse(queries, storedEnvelope(made)),
        );
        if (quota !== undefined) setQuotaHeaders(c, quota);
        return storedEnvelope(envelope);
      });
      return envelopeCreatedAnswer.parse(answer.body);
    },
  });

  route(app, {
    method: 'post',
    path: '/v1/envelopes/{envelopeId}/sessions',
    summary: 'Add a signer',
    access: clientWith('transactions:write'),
    params: pathParams,
    body: addSessionSchema,
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answer: created('The signer’s session', createdAnswer),
    problems: [429, 503],
    handle: async ({ c, tenantId, params, body }) => {
      const tenant = await findTenant(database, tenantId);
      const envelope = await envelopes.open(tenant.tenantId, params.envelopeId);
      const read = async () => readNewMember(envelope, body, services);
      const answer = await parts.sessionAnswers.create(c, tenant, read);
      await invitations.send(envelope.envelopeId);
      return answer;
    },
  });

  route(app, {
    method: 'get',
    path: '/v1/envelopes/{envelopeId}',
    summary: 'The envelope and its signers',
    access: clientWith('transactions:read'),
    params: pathParams,
    answer: ok('The envelope', envelopeAnswer),
    handle: async ({ tenantId, params }) => {
      const envelope = await envelopes.open(tenantId, params.envelopeId);
      const { envelopeId, combinedDocumentId } = envelope;
      const combinedUrl = combinedDocumentId && (await presigned.create(combinedDocumentId));
      return describeEnvelope(envelope, await listMembers(database, envelopeId), combinedUrl);
    },
  });

  route(app, {
    method: 'post',
    path: '/v1/envelopes/{envelopeId}/cancel',
    summary: 'Cancel the open sessions; existing signatures stay',
    access: clientWith('transactions:write'),
    params: pathParams,
    optionalBody: cancelRequest,
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answer: ok('Cancelled', envelopeCancelledAnswer),
    problems: [503],
    handle: async ({ tenantId, params, body, once }) => {
      const envelope = await envelopes.open(tenantId, params.envelopeId);
      const { reason } = body;
      const answer = await once(saveResponse => envelopes.cancel(envelope, reason, saveResponse));
      return envelopeCancelledAnswer.parse(answer.body);
    },
  });

  mountCombinedStamp(app, core, parts);
}

function mountCombinedStamp(app: ServiceApp, { database }: Core, parts: EnvelopeRoutesParts): void {
  const { envelopes, combinedStamp, presigned } = parts;
  const stampOf = async (tenantId: string, envelopeId: string) => {
    const envelope = await envelopes.open(tenantId, envelopeId);
    const { totalSigners: signerCount } = envelope;
    const downloadUrl = await presigned.create(await combinedStamp.of(envelope));
    return { downloadUrl, expiresIn: PRESIGNED_LIFETIME, signerCount };
  };
  const shared = {
    method: 'post',
    access: clientWith('transactions:write', 'evidence:read'),
    problems: [409, 503],
  } as const;
  route(app, {
    ...shared,
    path: '/v1/envelopes/{envelopeId}/combined-stamp',
    summary: 'The document with the evidence of all its signers',
    params: pathParams,
    answer: ok('Location of the stamp', combinedStampAnswer),
    handle: async ({ tenantId, params: { envelopeId } }) => {
      return { envelopeId, ...(await stampOf(tenantId, envelopeId)) };
    },
  });

  route(app, {
    ...shared,
    path: '/v1/document-groups/{groupId}/combined-stamp',
    summary: 'The same by the group id of its transactions, which is the envelope’s id',
    params: z.object({ groupId: text(256) }),
    answer: ok('Location of the stamp', groupStampAnswer),
    handle: async ({ tenantId, params: { groupId } }) => {
      if (await hasGroup(database, tenantId, groupId)) {
        throw new Problem(
          'conflict',
          'A group of transactions has no common document: create an envelope for one.',
        );
      }
      return { groupId, ...(await stampOf(tenantId, groupId)) };
    },
  });
}
