import { PROFILES, SESSION_STATUSES } from '@sign-session/session-rules';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Core } from '../core/core.ts';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import type { ServiceApp } from '../http/app.ts';
import { route, ok } from '../http/route.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { notFound } from '../domain/problem.ts';
import { idSchema } from '../domain/ids.ts';
import { maskedSigner, publicView } from '../evidence/evidence-answers.ts';
import { findEvidence } from '../evidence/evidence-store.ts';
import type { Sealer } from '../evidence/sealer.ts';
import { SIGNING_MODES } from '../domain/session.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import { listMembers } from '../envelopes/envelope-store.ts';
import { ENVELOPE_STATUSES, type Envelope, type Member } from '../domain/envelope.ts';
import type { Envelopes } from '../envelopes/envelopes.ts';
import { documentLink, linkTo, mayReadEvidence } from './verify-routes.ts';

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
    createdAt: z.string(),
    completedAt: z.string().optional().describe('When the last of all signed'),
    signers: z.array(
      z.object({
        signerIndex: z.number(),
        displayName: z.string().describe('Of who has signed; of others only their place'),
        cpfCnpj: z.string().optional(),
        status: z.enum(SESSION_STATUSES),
        policyProfile: z.enum(PROFILES),
        evidenceId: z.string().optional(),
        completedAt: z.string().optional(),
      }),
    ),
    downloads: z
      .object({ combinedSignedPdf: documentLink.unwrap().optional() })
      .describe(
        'A link for the tenant (evidence:read) once …/combined-stamp was asked for; left out for everybody else',
      ),
    signatures: z.array(
      z.object({
        evidenceId: z.string(),
        evidenceHash: z.string(),
        signedHash: z.string().optional(),
        signerIndex: z.number(),
        completedAt: z.string(),
        signer: maskedSigner,
      }),
    ),
  })
  .openapi('PublicEnvelope');

const signerOf = publicEnvelope.shape.signatures.element.pick({ signer: true });

/** Describes a member. Signers who have not signed are not named, since no evidence names them. */
function describeMember(
  { signerIndex, status, profile, evidenceId, completedAt }: Member,
  signatures: z.input<typeof publicEnvelope>['signatures'],
): Record<string, unknown> {
  const signature = signatures.find(made => made.evidenceId === evidenceId);
  return {
    signerIndex,
    displayName: signature?.signer.displayName ?? `#${signerIndex}`,
    cpfCnpj: signature?.signer.cpfCnpj,
    status,
    policyProfile: profile,
    evidenceId,
    completedAt: completedAt?.toISOString(),
  };
}

/** The document with all signatures, for whom it is. Asking for it here makes none. */
async function combinedFor(
  c: Context<ServiceEnv>,
  envelope: Envelope,
  core: Core,
  presigned: PresignedUrls,
): Promise<z.infer<typeof documentLink>> {
  const header = c.req.header('Authorization');
  if (header === undefined || envelope.status !== 'COMPLETED') return null;
  const principal = await c.get('credentials').identify(header, c.req.url);
  if (!mayReadEvidence(principal, envelope.tenantId)) return null;
  return linkTo(core, presigned, envelope.signedDocumentId ?? envelope.combinedDocumentId);
}

/** Shows an envelope's signatures with masked signers, as each one's evidence shows them. */
export function mountEnvelopeVerification(
  app: ServiceApp,
  core: Core,
  parts: { envelopes: Envelopes; presigned: PresignedUrls; sealer: Pick<Sealer, 'holderOf'> },
): void {
  const { database } = core;
  const { envelopes, sealer } = parts;

  route(app, {
    method: 'get',
    path: '/v1/verify/envelope/{envelopeId}',
    summary: 'The signatures of an envelope with the signers masked',
    access: { security: [{}, { accessToken: [] }], middleware: [], problems: [401] },
    params: z.object({ envelopeId: idSchema }),
    answer: ok('The masked signatures', publicEnvelope),
    handle: async ({ c, params }) => {
      const envelope = await envelopes.find(params.envelopeId);
      if (envelope === undefined) throw notFound();
      const { envelopeId, status, signingMode, totalSigners, document } = envelope;
      const tenant = await findTenant(database, envelope.tenantId);
      const signatures: z.input<typeof publicEnvelope>['signatures'] = [];
      const members = await listMembers(database, envelopeId);
      for (const { evidenceId, signerIndex, completedAt } of members) {
        const evidence = evidenceId === undefined ? undefined : await findEvidence(database, evidenceId);
        if (evidence === undefined) continue;
        const { evidenceHash, signedHash } = evidence;
        const facts = { evidenceHash, signedHash, tenant, sealedBy: sealer.holderOf(evidence) };
        const { signer } = signerOf.parse(publicView(evidence.canonical, facts));
        const at = completedAt?.toISOString() ?? '';
        const { evidenceId: id } = evidence;
        signatures.push({ evidenceId: id, evidenceHash, signedHash, signerIndex, completedAt: at, signer });
      }
      const times = signatures.map(({ completedAt }) => completedAt).toSorted();
      return publicEnvelope.parse({
        envelopeId,
        status,
        signingMode,
        totalSigners,
        completedSessions: signatures.length,
        documentHash: document.hash,
        tenantName: tenant.name,
        tenantCnpj: tenant.cnpj,
        createdAt: envelope.createdAt.toISOString(),
        completedAt: status === 'COMPLETED' ? times.at(-1) : undefined,
        signers: members.map(member => describeMember(member, signatures)),
        downloads: {
          combinedSignedPdf: (await combinedFor(c, envelope, core, parts.presigned)) ?? undefined,
        },
        signatures,
      });
    },
  });
}
