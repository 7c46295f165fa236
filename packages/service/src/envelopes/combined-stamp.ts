import type { Core } from '../core/core.ts';
import { describeFile } from '../domain/document.ts';
import { insertDocument, removingOnFailure } from '../documents/issued-documents.ts';
import { findEvidence, type SealingInput } from '../evidence/evidence-store.ts';
import { deviceInPack } from '../evidence/pack.ts';
import type { Sealer } from '../evidence/sealer.ts';
import { notFound, Problem } from '../domain/problem.ts';
import { randomId } from '../domain/ids.ts';
import { findSession } from '../sessions/session-store.ts';
import type { Locale } from '../domain/locales.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import type { Tenant } from '../domain/tenant.ts';
import { Limiter } from '../support/limiter.ts';
import { findEnvelope, listMembers, lockEnvelope } from './envelope-store.ts';
import type { Envelope } from '../domain/envelope.ts';

const SUFFIX: Record<Locale, string> = {
  'pt-BR': 'assinado-por-todos',
  en: 'signed-by-all',
  es: 'firmado-por-todos',
};

/** Makes the document with the evidence of all signers, on the first request for it. */
export class CombinedStamp {
  readonly #core: Core;
  readonly #sealer: Sealer;
  /** Sealing takes memory and time, so one envelope is sealed only once at a time. */
  readonly #seals = new Limiter({ atOnce: 1, waiting: 16, waitMs: 10_000 });

  constructor(core: Core, sealer: Sealer) {
    this.#core = core;
    this.#sealer = sealer;
  }

  /**
   * @returns the id of the combined document; for certificate signatures, of the document that holds them all
   * @throws Problem `conflict` before all have signed; `not-found` when it was erased meanwhile; TooBusyError;
   *   InterruptedError
   */
  async of(envelope: Envelope): Promise<string> {
    if (envelope.status !== 'COMPLETED') {
      throw new Problem('conflict', `The envelope is ${envelope.status}: not all have signed.`);
    }
    const { envelopeId: key, tenantId: owner, signedDocumentId, combinedDocumentId } = envelope;
    const make = () => this.#make(envelope);
    return signedDocumentId ?? combinedDocumentId ?? this.#seals.run(make, { key, owner });
  }

  async #make(envelope: Envelope): Promise<string> {
    const { database, documents, clock, random } = this.#core;
    const { envelopeId, tenantId, document } = envelope;
    // A request that this one waited for may have made it.
    const present = await findEnvelope(database, envelopeId);
    if (present === undefined) throw notFound();
    if (present.combinedDocumentId !== undefined) return present.combinedDocumentId;
    const original = await documents.read(document.documentId, undefined, document.hash);
    if (original === undefined) throw new Error('The original document is not in the store.');
    const tenant = await findTenant(database, tenantId);
    const at = clock.now();
    const facts = await this.#facts(envelope, tenant);
    const bytes = await this.#sealer.sealForAll(original, { tenant, facts }, at);
    const documentId = randomId('doc', random);
    const filename = `${document.filename.replace(/\.pdf$/i, '')}-${SUFFIX[envelope.locale]}.pdf`;
    const stored = describeFile(bytes, { documentId, tenantId, filename });
    await documents.write(documentId, bytes);
    const kept = await removingOnFailure(documents, [documentId], () =>
      database.transaction(async queries => {
        const held = await lockEnvelope(queries, envelopeId);
        // The envelope was erased during sealing: keep nothing of it.
        if (held === undefined) throw notFound();
        // Another instance was faster: use its document.
        if (held.combinedDocumentId !== undefined) return held.combinedDocumentId;
        await insertDocument(queries, stored, at);
        await queries.query('UPDATE envelopes SET combined_document_id = $2 WHERE envelope_id = $1', [
          envelopeId,
          documentId,
        ]);
        return documentId;
      }),
    );
    // If that fails, `removeOrphans` removes it later.
    if (kept !== documentId) await Promise.allSettled([documents.remove(documentId)]);
    return kept;
  }

  /** The facts to seal, in the signers' order. */
  async #facts({ envelopeId, document }: Envelope, tenant: Tenant): Promise<SealingInput[]> {
    const { database, links } = this.#core;
    const facts: SealingInput[] = [];
    for (const { sessionId, evidenceId, completedAt } of await listMembers(database, envelopeId)) {
      if (evidenceId === undefined || completedAt === undefined) continue;
      const session = await findSession(database, { sessionId });
      const evidence = await findEvidence(database, evidenceId);
      if (session === undefined || evidence === undefined) continue;
      const verifierUrl = links.verifierUrl(evidenceId);
      const device = deviceInPack(evidence.canonical);
      facts.push({ session, document, tenant, evidenceId, verifierUrl, completedAt, ...device });
    }
    return facts;
  }
}
