import { readCertificateFacts } from '@sign-session/certificates';
import * as z from 'zod';
import type { Clock } from '../domain/clock.ts';
import { hashOf } from '../domain/sha256.ts';
import type { EvidencePageContent } from '../pdf/evidence-content.ts';
import type { SealedDocument } from '../pdf/seal-document.ts';
import { createLocalAuthority, openAuthority } from '../pki/local-authority.ts';
import type { SealingTask } from '../sealing/sealing-task.ts';
import { SealingThread } from '../sealing/sealing-thread.ts';
import type { Database } from '../storage/database.ts';
import { readSetting, settleSetting } from '../storage/settings.ts';
import { evidencePageContent } from './evidence-page-content.ts';
import type { SealHolder, SealingInput } from './sealing-input.ts';

/**
 * Seals packs and documents with the service's own key. Any method may throw InterruptedError. The original's bytes
 * are transferred and cannot be used afterwards.
 */
export interface Sealer {
  readonly holder: SealHolder;
  /** DER of its certificate's root. */
  readonly root: Uint8Array<ArrayBuffer>;
  /** Wraps the pack in an attached CMS container, DER. */
  wrapPack(canonical: Uint8Array, at: Date): Promise<Uint8Array>;
  /** Appends the evidence page and the service's PAdES signature. */
  sealDocument(original: Uint8Array, facts: SealingInput): Promise<SealedDocument>;
  /**
   * Makes a separate evidence page with the service's PAdES signature, for a document that the signer has signed.
   */
  sealEvidencePage(facts: SealingInput, signedPdf: Uint8Array): Promise<Uint8Array>;
  /** Appends an evidence page for each signer and the service's PAdES signature. */
  sealForAll(original: Uint8Array, facts: readonly SealingInput[], at: Date): Promise<Uint8Array>;
  /** Finishes the work it was given, then stops its thread. */
  close(): Promise<void>;
}

const AUTHORITY = 'authority';
const authoritySchema = z.object({
  rootPem: z.string(),
  intermediatePem: z.string(),
  certificatePem: z.string(),
  privateKeyPem: z.string(),
});

/** The local authority. It is created at the first start and stored, so that earlier seals stay verifiable. */
async function authorityMaterial(database: Database, clock: Clock) {
  const kept =
    (await readSetting(database, AUTHORITY)) ??
    (await settleSetting(database, AUTHORITY, await createLocalAuthority({ now: clock.now() })));
  return authoritySchema.parse(kept);
}

/** Opens the sealer with the service's own certificate. It works in a thread that starts with the first seal. */
export async function openSealer(database: Database, clock: Clock): Promise<Sealer> {
  const identity = await openAuthority(await authorityMaterial(database, clock));
  const { holder, issuerName } = readCertificateFacts(new Uint8Array(identity.chain[0] ?? []));
  const sealHolder: SealHolder = { name: holder.name, cnpj: holder.cnpj, issuer: issuerName };
  const pageContent = (facts: SealingInput): EvidencePageContent => evidencePageContent(facts, sealHolder);
  const thread = new SealingThread(identity);
  const seal = async (task: SealingTask): Promise<Uint8Array> => (await thread.run(task)).sealed;
  return {
    holder: sealHolder,
    root: new Uint8Array(identity.chain.at(-1) ?? []),
    wrapPack: (content, signingTime) => seal({ kind: 'pack', content, signingTime }),
    sealDocument: (original, facts) =>
      thread.run({
        kind: 'document',
        original,
        evidence: pageContent(facts),
        sealedAt: facts.completedAt,
      }),
    sealEvidencePage: (facts, signedPdf) => {
      const evidence = { ...pageContent(facts), signedHash: hashOf(signedPdf) };
      return seal({ kind: 'evidence-page', evidence, sealedAt: facts.completedAt });
    },
    sealForAll: (original, facts, sealedAt) =>
      seal({ kind: 'document-for-all', original, evidence: facts.map(pageContent), sealedAt }),
    close: () => thread.close(),
  };
}
