import { createRoute, z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import { json, problems, PUBLIC } from '../http/openapi-parts.ts';
import { notFound } from '../http/problem.ts';
import { idSchema } from '../identifiers/id-schema.ts';
import { findEvidence } from '../evidence/evidence-store.ts';
import { publicView } from '../evidence/public-view.ts';
import type { Sealer } from '../evidence/sealer.ts';
import { SIGNING_MODES } from '../sessions/session.ts';
import type { Database } from '../storage/database.ts';
import { findTenant } from '../tenants/tenant.ts';
import { listMembers } from './envelope-store.ts';
import { ENVELOPE_STATUSES } from './envelope.ts';
import type { Envelopes } from './envelopes.ts';

const publicEnvelope = z
  .object({
    envelopeId: z.string(),
    status: z.enum(ENVELOPE_STATUSES),
    signingMode: z.enum(SIGNING_MODES),
    totalSigners: z.number(),
    completedSessions: z.number(),
    documentHash: z.string(),
    tenantName: z.string(),
    tenantCnpj: z.string().optional(),
    signatures: z.array(
      z.object({
        evidenceId: z.string(),
        evidenceHash: z.string(),
        signedHash: z.string().optional(),
        signerIndex: z.number(),
        completedAt: z.string(),
        signer: z.looseObject({ displayName: z.string(), cpfCnpj: z.string().optional() }),
      }),
    ),
  })
  .openapi('PublicEnvelope');

/** The signatures that were made, with their signers masked, as each evidence shows them on its own. */
export function mountEnvelopeVerification(
  app: ServiceApp,
  {
    database,
    envelopes,
    sealer,
  }: { database: Database; envelopes: Envelopes; sealer: Pick<Sealer, 'holder'> },
): void {
  const route = createRoute({
    method: 'get',
    path: '/v1/verify/envelope/{envelopeId}',
    summary: 'The signatures of an envelope with the signers masked',
    security: PUBLIC,
    request: { params: z.object({ envelopeId: idSchema }) },
    responses: { 200: json('The masked signatures', publicEnvelope), ...problems(404) },
  });
  app.openapi(route, async c => {
    const envelope = await envelopes.find(c.req.valid('param').envelopeId);
    if (envelope === undefined) throw notFound();
    const { envelopeId, status, signingMode, totalSigners, document } = envelope;
    const tenant = await findTenant(database, envelope.tenantId);
    const signatures = [];
    for (const { evidenceId, signerIndex, completedAt } of await listMembers(database, envelopeId)) {
      const evidence = evidenceId === undefined ? undefined : await findEvidence(database, evidenceId);
      if (evidence === undefined) continue;
      const { evidenceHash, signedHash } = evidence;
      const facts = { evidenceHash, signedHash, tenant, sealedBy: sealer.holder };
      const { signer } = publicView(evidence.canonical, facts);
      const completed = completedAt?.toISOString();
      signatures.push({ evidenceId, evidenceHash, signedHash, signerIndex, completedAt: completed, signer });
    }
    const answer = publicEnvelope.parse({
      envelopeId,
      status,
      signingMode,
      totalSigners,
      completedSessions: signatures.length,
      documentHash: document.hash,
      tenantName: tenant.name,
      tenantCnpj: tenant.cnpj,
      signatures,
    });
    return c.json(answer, 200);
  });
}
