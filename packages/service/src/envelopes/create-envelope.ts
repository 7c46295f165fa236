/** Creating an envelope with its signers, and adding a signer to one. */
import type { Core } from '../core/core.ts';
import { insertDocument, removingOnFailure } from '../documents/issued-documents.ts';
import { describeFile } from '../domain/document.ts';
import { type Envelope, isOpen, type Member, occupiesIndex } from '../domain/envelope.ts';
import { randomId } from '../domain/ids.ts';
import { invalid, notFound, Problem } from '../domain/problem.ts';
import { type Membership, membershipOf } from '../domain/session.ts';
import type { QuotaDimension, Tenant } from '../domain/tenant.ts';
import type { QuotaStanding } from '../quotas/monthly-quotas.ts';
import { type CreationServices, type InspectPdf, readPdf, readSteps } from '../sessions/create-request.ts';
import { type NewSession, sandboxErasure } from '../sessions/create-session.ts';
import type { Queries } from '../storage/database.ts';
import type { AddSessionRequest, CreateEnvelopeRequest } from './envelope-request.ts';
import { insertEnvelope, listMembers, lockEnvelope, setEnvelopeStatus } from './envelope-store.ts';
import { envelopeCreatedEvent } from './envelopes.ts';

/** The document is uploaded once and counted once; the members' sessions do not count it again. */
const DIMENSIONS: readonly QuotaDimension[] = ['monthlyDocuments'];

/** Creates envelopes with a document and no signer yet. */
export class EnvelopeCreation {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * @param alongside runs in the transaction that writes the envelope
   * @throws Problem `validation-error`, `payload-too-large`, `service-unavailable`; QuotaExceededError
   */
  async create(
    tenant: Tenant,
    wanted: CreateEnvelopeRequest,
    inspectPdf: InspectPdf,
    alongside: (queries: Queries, envelope: Envelope) => Promise<void>,
  ): Promise<{ envelope: Envelope; quota: QuotaStanding | undefined }> {
    const { database, documents, clock, random, outbox, quotas } = this.#core;
    const { tenantId } = tenant;
    await quotas.check(database, tenant, DIMENSIONS, clock.now());
    const { bytes, filename, pages, warnings } = await readPdf(wanted.document, { inspectPdf, tenantId });
    const documentId = randomId('doc', random);
    const file = { documentId, tenantId, filename, pages, warnings };
    const document = { ...describeFile(bytes, file), warnings };
    const envelope = this.#compose(tenant, wanted, document, clock.now());
    const { createdAt } = envelope;
    await documents.write(documentId, bytes);
    const quota = await removingOnFailure(documents, [documentId], () =>
      database.transaction(async queries => {
        const standing = await quotas.consume(queries, tenant, DIMENSIONS, createdAt);
        await insertDocument(queries, document, createdAt);
        await insertEnvelope(queries, envelope);
        await outbox.record(queries, envelopeCreatedEvent(envelope));
        await alongside(queries, envelope);
        return standing;
      }),
    );
    return { envelope, quota };
  }

  #compose(
    tenant: Tenant,
    wanted: CreateEnvelopeRequest,
    document: Envelope['document'],
    createdAt: Date,
  ): Envelope {
    const { signingMode, totalSigners, locale, appearance, returnUrl, cancelUrl, metadata, owner } = wanted;
    // Whole seconds, so that the members' secrets expire at exactly the same time.
    const expiry = Math.floor(createdAt.getTime() / 1000) * 1000 + wanted.expiresInMinutes * 60_000;
    return {
      envelopeId: randomId('env', this.#core.random),
      tenantId: tenant.tenantId,
      status: 'CREATED',
      signingMode,
      totalSigners,
      locale,
      request: { appearance, returnUrl, cancelUrl, metadata, owner, showSigners: wanted.showSigners },
      document,
      signedDocumentId: undefined,
      combinedDocumentId: undefined,
      createdAt,
      updatedAt: createdAt,
      expiresAt: new Date(expiry),
      eraseAt: sandboxErasure(tenant, createdAt),
    };
  }
}

/** Each certificate signature covers those before it, so an envelope cannot mix it with other profiles. */
const EXCLUSIVE = 'DIGITAL_CERTIFICATE';

/**
 * Turns a validated body into a new session on the envelope's document. It expires with the envelope.
 * @throws Problem `validation-error`, `feature-not-enabled`
 */
export function readNewMember(
  envelope: Envelope,
  body: AddSessionRequest,
  services: Omit<CreationServices, 'inspectPdf'>,
): NewSession {
  const { signer, policy, signerIndex, purpose, metadata, state } = body;
  const { request, document, expiresAt, eraseAt, envelopeId, signingMode, totalSigners } = envelope;
  const returnUrl = body.returnUrl ?? request.returnUrl;
  const cancelUrl = body.cancelUrl ?? request.cancelUrl;
  return {
    kind: 'envelope',
    purpose,
    profile: policy.profile,
    steps: readSteps(policy, signer, { kind: 'envelope', hasDocument: true }, services),
    request: { signer, appearance: request.appearance, metadata, state, returnUrl, cancelUrl },
    owner: request.owner,
    locale: envelope.locale,
    expiresInMinutes: 0,
    pdf: undefined,
    member: {
      // As if nobody had signed, until it is admitted.
      envelope: membershipOf({ envelopeId, signingMode, signerIndex, totalSigners }, []),
      document,
      expiresAt,
      eraseAt,
      admit: queries => admit(queries, envelopeId, body),
    },
  };
}

/** Locks the envelope, so that only one of two requests for the same signer index succeeds. */
async function admit(queries: Queries, envelopeId: string, body: AddSessionRequest): Promise<Membership> {
  const envelope = await lockEnvelope(queries, envelopeId);
  if (envelope === undefined) throw notFound();
  const members = (await listMembers(queries, envelopeId)).filter(occupiesIndex);
  requireFreeIndex(envelope, members, body);
  // Keep `updatedAt`: only the first member changes the status, to ACTIVE.
  await setEnvelopeStatus(queries, envelopeId, 'ACTIVE', envelope.updatedAt);
  const completed = members.filter(({ status }) => status === 'COMPLETED').map(each => each.signerIndex);
  const { signingMode, totalSigners } = envelope;
  return membershipOf({ envelopeId, signingMode, signerIndex: body.signerIndex, totalSigners }, completed);
}

/**
 * @param members the current members; a signer who declined is not among them and can be replaced
 * @throws Problem `conflict` when the envelope cannot take this signer; `validation-error` for an index above its
 *   total
 */
function requireFreeIndex(
  envelope: Envelope,
  members: readonly Member[],
  { signerIndex, policy }: AddSessionRequest,
): void {
  const { totalSigners, status } = envelope;
  if (!isOpen(envelope)) throw new Problem('conflict', `The envelope is ${status} and accepts no signers.`);
  if (members.length >= totalSigners) {
    throw new Problem('conflict', `The envelope already has all ${totalSigners} signers.`);
  }
  if (signerIndex > totalSigners) throw invalid('/signerIndex', `Must be at most ${totalSigners}.`);
  if (members.some(member => member.signerIndex === signerIndex)) {
    throw new Problem('conflict', `The envelope already has a signer ${signerIndex}.`);
  }
  const isMixed = members.some(({ profile }) => (profile === EXCLUSIVE) !== (policy.profile === EXCLUSIVE));
  if (isMixed)
    throw new Problem('conflict', `${EXCLUSIVE} cannot be combined with other profiles in one envelope.`);
}
