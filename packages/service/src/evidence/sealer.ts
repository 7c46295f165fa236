import { readCertificateFacts, type CertificateFacts } from '@sign-session/certificates';
import * as z from 'zod';
import type { Clock } from '../domain/clock.ts';
import { hashOf } from '../domain/sha256.ts';
import type { Tenant, TenantEnvironment } from '../domain/tenant.ts';
import type { EvidencePageContent } from '../pdf/evidence-content.ts';
import type { SealedDocument } from '../pdf/seal-document.ts';
import { createSealAuthority, openAuthority } from '../pki/test-seal.ts';
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
 * Seals packs and documents: in production with the operator's certificate if there is one, in sandboxes always with the
 * test certificate that the service made for itself, so that nobody takes a test for an act. Any method may throw InterruptedError. The original's bytes
 * are transferred and cannot be used afterwards.
 */
export interface Sealer {
  /** The holder of the certificate that is used there; undefined for the one that the service made for itself. */
  sealedBy(environment: TenantEnvironment): SealHolder | undefined;
  /** The certificate's holder of evidence that may have been sealed under an earlier one. */
  holderOf(evidence: Pick<Evidence, 'sealedBy'>): SealHolder;
  /** Until when the certificate is valid: the operator's, if there is one. */
  readonly expiresAt: Date;
  /** Of this certificate and of all that were used before. */
  roots(): Promise<readonly CertificateFacts[]>;
  /** Wraps the pack in an attached CMS container, DER. */
  wrapPack(canonical: Uint8Array, at: Date, environment: TenantEnvironment): Promise<Uint8Array>;
  /** Appends the evidence page and the service's PAdES signature. */
  sealDocument(original: Uint8Array, facts: SealingInput): Promise<SealedDocument>;
  /**
   * Makes a separate evidence page with the service's PAdES signature, for a document that the signer has signed.
   */
  sealEvidencePage(facts: SealingInput, signedPdf: Uint8Array): Promise<Uint8Array>;
  /** Appends an evidence page for each signer and the service's PAdES signature. */
  sealForAll(
    original: Uint8Array,
    sealed: { readonly tenant: Tenant; readonly facts: readonly SealingInput[] },
    at: Date,
  ): Promise<Uint8Array>;
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

/** It is created at the first start and stored, so that earlier seals stay verifiable. */
async function newAuthority(database: Database, clock: Clock): Promise<SealingIdentity> {
  const made = await createSealAuthority({ now: clock.now() });
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
  const own = (await storedAuthority(database)) ?? (await newAuthority(database, clock));
  const identity = given ?? own;
  const ownHolder = holderOf(own);
  const givenHolder = given && holderOf(given);
  const roots = await SealingRoots.open(
    database,
    [own, identity].map(each => factsAt(each, -1)),
  );
  const ownThread = new SealingThread(own);
  const givenThread = given && new SealingThread(given);
  const sealedBy = (environment: TenantEnvironment) =>
    environment === 'production' ? givenHolder : undefined;
  const threadOf = (environment: TenantEnvironment): SealingThread =>
    (environment === 'production' ? givenThread : undefined) ?? ownThread;
  const pageContent = (facts: SealingInput): EvidencePageContent =>
    evidencePageContent(facts, sealedBy(facts.tenant.environment) ?? ownHolder);
  const seal = async (task: SealingTask, environment: TenantEnvironment): Promise<Uint8Array> =>
    (await threadOf(environment).run(task)).sealed;
  return {
    sealedBy,
    // Older versions sealed under the service's own certificate alone, and noted no holder.
    holderOf: evidence => evidence.sealedBy ?? ownHolder,
    expiresAt: factsAt(identity, 0).notAfter,
    roots: () => roots.all(),
    wrapPack: (content, signingTime, environment) =>
      seal({ kind: 'pack', content, signingTime }, environment),
    sealDocument: (original, facts) =>
      threadOf(facts.tenant.environment).run({
        kind: 'document',
        original,
        evidence: pageContent(facts),
        sealedAt: facts.completedAt,
      }),
    sealEvidencePage: (facts, signedPdf) => {
      const evidence = { ...pageContent(facts), signedHash: hashOf(signedPdf) };
      const task = { kind: 'evidence-page', evidence, sealedAt: facts.completedAt } as const;
      return seal(task, facts.tenant.environment);
    },
    sealForAll: (original, { tenant, facts }, sealedAt) => {
      const evidence = facts.map(pageContent);
      return seal({ kind: 'document-for-all', original, evidence, sealedAt }, tenant.environment);
    },
    close: async () => {
      await Promise.all([ownThread.close(), givenThread?.close()]);
    },
  };
}
