import { readCertificateFacts, type CertificateFacts } from '@sign-session/certificates';
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
import type { SealingIdentity } from '../cms/sealing-identity.ts';
import type { Evidence } from './evidence-store.ts';
import type { SealHolder, SealingInput } from './sealing-input.ts';
import { SealingRoots } from './sealing-roots.ts';

/**
 * Seals packs and documents with the service's own key. Any method may throw InterruptedError. The original's bytes
 * are transferred and cannot be used afterwards.
 */
export interface Sealer {
  readonly holder: SealHolder;
  /** The certificate's holder of evidence that may have been sealed under an earlier one. */
  holderOf(evidence: Pick<Evidence, 'sealedBy'>): SealHolder;
  /** Whether the certificate is the one that the service made for itself. */
  readonly isOwnAuthority: boolean;
  /** Until when the certificate is valid. */
  readonly expiresAt: Date;
  /** Of this certificate and of all that were used before. */
  roots(): Promise<readonly CertificateFacts[]>;
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

/** The local authority, if there is one. */
async function storedAuthority(database: Database): Promise<SealingIdentity | undefined> {
  const kept = await readSetting(database, AUTHORITY);
  return kept === undefined ? undefined : openAuthority(authoritySchema.parse(kept));
}

/** It is created at the first start without another certificate and stored, so that earlier seals stay verifiable. */
async function newAuthority(database: Database, clock: Clock): Promise<SealingIdentity> {
  const made = await createLocalAuthority({ now: clock.now() });
  return openAuthority(authoritySchema.parse(await settleSetting(database, AUTHORITY, made)));
}

const factsAt = ({ chain }: SealingIdentity, index: number): CertificateFacts =>
  readCertificateFacts(new Uint8Array(chain.at(index) ?? []));

function holderOf(identity: SealingIdentity): SealHolder {
  const { holder, issuerName } = factsAt(identity, 0);
  return { name: holder.name, cnpj: holder.cnpj, issuer: issuerName };
}

/**
 * Opens the sealer. It works in a thread that starts with the first seal.
 * @param given the operator's certificate; without it, the service's own
 */
export async function openSealer(database: Database, clock: Clock, given?: SealingIdentity): Promise<Sealer> {
  const stored = await storedAuthority(database);
  const identity = given ?? stored ?? (await newAuthority(database, clock));
  const sealHolder = holderOf(identity);
  // Older versions sealed under the local authority alone, and noted neither its holder nor its root.
  const earliest = stored ?? identity;
  const first = holderOf(earliest);
  const roots = await SealingRoots.open(
    database,
    [earliest, identity].map(each => factsAt(each, -1)),
  );
  const pageContent = (facts: SealingInput): EvidencePageContent => evidencePageContent(facts, sealHolder);
  const thread = new SealingThread(identity);
  const seal = async (task: SealingTask): Promise<Uint8Array> => (await thread.run(task)).sealed;
  return {
    holder: sealHolder,
    holderOf: ({ sealedBy }) => sealedBy ?? first,
    isOwnAuthority: given === undefined,
    expiresAt: factsAt(identity, 0).notAfter,
    roots: () => roots.all(),
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
