/** Seals documents and evidence packs in the sealing thread, by the key of the tenant's environment. */
import { type CertificateFacts, readCertificateFacts } from '@sign-session/certificates';
import * as z from 'zod';
import type { SealingIdentity } from '../cms/signed-data.ts';
import type { Clock } from '../domain/clock.ts';
import { maskCnpj, maskCpf, maskDestination, maskOptional, writeCnpj } from '../domain/identifiers.ts';
import { addressOn, type Session } from '../domain/session.ts';
import { hashOf, sha256 } from '../domain/sha256.ts';
import { signatureKind } from '../domain/signature-kind.ts';
import type { Tenant, TenantEnvironment } from '../domain/tenant.ts';
import { measured, type Metrics } from '../metrics/metrics.ts';
import type { EvidencePageContent } from '../pdf/evidence-content.ts';
import type { SealedDocument } from '../pdf/seal-document.ts';
import { createSealAuthority, openAuthority } from '../pki/test-seal.ts';
import type { SealingTask } from '../sealing/sealing-task.ts';
import { SealingThread } from '../sealing/sealing-thread.ts';
import { type Database, DatabaseAwayError } from '../storage/database.ts';
import { readSetting, settleSetting } from '../storage/settings.ts';
import { browserName } from './browser-name.ts';
import type { Evidence, SealHolder, SealingInput } from './evidence-store.ts';

/** The content of a completed session's evidence page. */
function evidencePageContent(facts: SealingInput, sealedBy: SealHolder): EvidencePageContent {
  const { session, document, tenant, completedAt } = facts;
  const { name, cpf, cnpj } = session.request.signer;
  return {
    locale: session.locale,
    isTest: tenant.environment === 'sandbox',
    filename: document.filename,
    documentHash: document.hash,
    batch: facts.place,
    signer: {
      name,
      maskedCpf: maskOptional(cpf, maskCpf),
      maskedCnpj: maskOptional(cnpj, maskCnpj),
    },
    signatureKind: signatureKind(session.steps),
    codeSentTo: codeRecipient(session),
    contact: givenContact(session),
    ipAddress: facts.ipAddress,
    browser: facts.userAgent && browserName(facts.userAgent),
    tenantName: tenant.name,
    tenantCnpj: tenant.cnpj && writeCnpj(tenant.cnpj),
    requestedAt: session.createdAt,
    openedAt: session.openedAt,
    signedAt: completedAt,
    evidenceId: facts.evidenceId,
    transactionId: session.transactionId,
    verifierUrl: facts.verifierUrl,
    sealedBy: { ...sealedBy, cnpj: sealedBy.cnpj && writeCnpj(sealedBy.cnpj) },
    steps: session.steps.map(({ type, completedAt: at = completedAt, performedBy, result }) => ({
      type,
      completedAt: at,
      performedBy,
      pages: result?.click?.documentView,
    })),
  };
}

/** How the signer is reached, masked, as whoever asked for the signature gave it. */
function givenContact({ request: { signer } }: Session): string | undefined {
  if (signer.email !== undefined) return maskDestination('email', signer.email);
  return signer.phone && maskDestination('sms', signer.phone);
}

/** A page that nobody sees, with letters of all kinds. */
function pageOfNothing(sealedBy: SealHolder, at: Date): EvidencePageContent {
  return {
    locale: 'pt-BR',
    isTest: true,
    filename: 'aquecimento.pdf',
    documentHash: `sha256:${'0'.repeat(64)}`,
    signer: { name: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz áâãàçéêíóôõú 0123456789' },
    signatureKind: 'simple',
    tenantName: '-',
    requestedAt: at,
    signedAt: at,
    evidenceId: '-',
    transactionId: '-',
    verifierUrl: 'https://sign.example/',
    sealedBy,
    steps: [],
  };
}

/** The masked destination of the code that was entered. */
function codeRecipient({ steps, request: { signer } }: Session): string | undefined {
  const channel = steps.findLast(({ result }) => result?.otp !== undefined)?.result?.otp?.channel;
  const address = channel && addressOn(channel, signer);
  return address && maskDestination(channel, address);
}

/**
 * The roots of all certificates that this installation has sealed with, so that what was sealed before a certificate
 * was replaced, or by an instance that has the next one already, is trusted as before.
 */
class SealingRoots {
  readonly #database: Database;
  #last: readonly CertificateFacts[];

  private constructor(database: Database, own: readonly CertificateFacts[]) {
    this.#database = database;
    this.#last = own;
  }

  /** @param own the roots that this instance seals under or is known to have sealed under; they are kept for ever */
  static async open(database: Database, own: readonly CertificateFacts[]): Promise<SealingRoots> {
    for (const { der } of own) {
      await database.query(
        `INSERT INTO sealing_roots (fingerprint, der) VALUES ($1, $2) ON CONFLICT (fingerprint) DO NOTHING`,
        [sha256(der).toString('hex'), der],
      );
    }
    return new SealingRoots(database, own);
  }

  /** While the database is away, those that were known last: to verify a file, nobody has to wait for it. */
  async all(): Promise<readonly CertificateFacts[]> {
    try {
      const rows = await this.#database.query<{ der: Uint8Array }>(
        'SELECT der FROM sealing_roots ORDER BY first_used_at, fingerprint',
      );
      this.#last = rows.map(({ der }) => readCertificateFacts(new Uint8Array(der)));
    } catch (error) {
      if (!(error instanceof DatabaseAwayError)) throw error;
    }
    return this.#last;
  }
}

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
  /** The SHA-256 of that certificate. */
  readonly certificate: string;
  /** Whether its threads can seal; asks nobody. */
  isAlive(): boolean;
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
  /** Appends a sheet of all signers and the service's PAdES signature. */
  sealForAll(
    original: Uint8Array,
    sealed: { readonly tenant: Tenant; readonly facts: readonly SealingInput[] },
    at: Date,
  ): Promise<Uint8Array>;
  /**
   * Makes the thread ready that most seals will need: it has done once all that it does for a seal. Never rejects.
   * @returns the evidence page that it made of nothing; undefined if it could not
   */
  warm(): Promise<Uint8Array | undefined>;
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
  // One stays, that of the certificate that counts: nobody waits for it to start.
  const ownThread = new SealingThread(own, given === undefined ? { idleMs: Infinity } : {});
  const givenThread = given && new SealingThread(given, { idleMs: Infinity });
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
    certificate: sha256(factsAt(identity, 0).der).toString('hex'),
    isAlive: () => ![ownThread, givenThread].map(thread => thread?.isAlive()).includes(false),
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
    warm: async () => {
      const made = (givenThread ?? ownThread).run({
        kind: 'evidence-page',
        evidence: pageOfNothing(givenHolder ?? ownHolder, clock.now()),
        sealedAt: clock.now(),
      });
      return made.then(({ sealed }) => sealed).catch(() => undefined);
    },
    close: async () => {
      await Promise.all([ownThread.close(), givenThread?.close()]);
    },
  };
}

const KINDS = ['pack', 'document', 'evidence-page', 'document-for-all'] as const;

/** The sealer, with its work measured: each seal with its wait for the thread. */
export function measuredSealer(sealer: Sealer, { seals }: Metrics): Sealer {
  // An alert sees a counter grow only if it was there before.
  for (const kind of KINDS) seals.zero({ kind, outcome: 'failed' });
  const measure = <T>(kind: (typeof KINDS)[number], work: () => Promise<T>): Promise<T> =>
    measured(
      {
        histogram: seals,
        span: 'seal',
        labels: made => ({ kind, outcome: made === undefined ? 'failed' : 'sealed' }),
      },
      work,
    );
  return {
    ...sealer,
    wrapPack: (...given) => measure('pack', () => sealer.wrapPack(...given)),
    sealDocument: (...given) => measure('document', () => sealer.sealDocument(...given)),
    sealEvidencePage: (...given) => measure('evidence-page', () => sealer.sealEvidencePage(...given)),
    sealForAll: (...given) => measure('document-for-all', () => sealer.sealForAll(...given)),
  };
}
