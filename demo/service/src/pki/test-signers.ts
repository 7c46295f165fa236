import * as z from 'zod';
import type { Clock } from '../domain/clock.ts';
import type { Random } from '../domain/identifiers/random-ids.ts';
import type { TimestampAuthority } from './timestamp-authority.ts';
import type { Database } from '../storage/database.ts';
import { readSetting, settleSetting } from '../storage/settings.ts';
import { readCertificatePem, type CertificateFacts } from '@sign-session/verify';
import type { TestAuthorityMaterial, TestFile } from './test-authority.ts';
import type { TimestamperIdentity } from './timestamper.ts';

/** Where the test authority publishes what it has revoked. */
export const TEST_LIST_PATH = '/pki/test-signers.crl';
/** Where its responder answers (OCSP). */
export const TEST_RESPONDER_PATH = '/pki/test-signers/ocsp';
/** Where its timestamps are to be had (RFC 3161). */
export const TEST_TIMESTAMP_PATH = '/pki/test-signers/tsa';

const SETTING = 'test-authority';
const materialSchema = z.object({
  rootPem: z.string(),
  issuerPem: z.string(),
  issuerKeyPem: z.string(),
  responderPem: z.string().optional(),
  responderKeyPem: z.string().optional(),
  files: z.array(
    z.object({
      name: z.string(),
      cpf: z.string().optional(),
      cnpj: z.string().optional(),
      content: z.string(),
    }),
  ),
  revokedSerialNumbers: z.array(z.string()),
  revokedAt: z.string(),
});

/** Timestamps by what was asked for, or as they go over HTTP. */
export interface TimestampResponder extends TimestampAuthority {
  /** @param query DER @returns DER */
  answer(query: ArrayBuffer): Promise<ArrayBuffer>;
}

/**
 * The authority whose A1 files QA signs with. It is made when it is first asked for: its keys take a second or
 * two, which no start shall take, and outlives resets, so that what was signed stays verifiable.
 */
export class TestSigners {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #publicAddress: string;
  #material: Promise<TestAuthorityMaterial> | undefined;
  #timestamper: Promise<TimestamperIdentity> | undefined;

  constructor(options: { database: Database; clock: Clock; publicAddress: string }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#publicAddress = options.publicAddress;
  }

  /** The files, the one that works first. */
  async files(): Promise<readonly TestFile[]> {
    return (await this.#made()).files;
  }

  /** DER, signed now. Undefined while there is no authority. */
  async revocationList(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const material = await this.#kept();
    if (material === undefined) return undefined;
    const { createRevocationList } = await import('./revocation-list.ts');
    return createRevocationList(material, this.#clock.now());
  }

  /** DER of the responder's answer to a question in DER. Undefined while there is no authority. */
  async answer(request: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const material = await this.#kept();
    if (material === undefined) return undefined;
    const { answerOcspRequest } = await import('./ocsp-responder.ts');
    return answerOcspRequest(material, request, this.#clock.now());
  }

  /** Who timestamps in the sandbox. Its certificate is issued anew by each process: the authority's key is at hand. */
  timestamps(random: Random): TimestampResponder {
    const identity = () => (this.#timestamper ??= this.#issueTimestamper());
    const opened = async () => {
      const { Timestamper } = await import('./timestamper.ts');
      return new Timestamper({ identity, clock: this.#clock, random });
    };
    return {
      stamp: async stamped => (await opened()).stamp(stamped),
      answer: async query => (await opened()).answer(query),
    };
  }

  async #issueTimestamper(): Promise<TimestamperIdentity> {
    const material = await this.#made();
    const { issueTestTimestamper } = await import('./test-authority.ts');
    const listAddress = this.#publicAddress + TEST_LIST_PATH;
    return issueTestTimestamper(material, { now: this.#clock.now(), listAddress });
  }

  /** What its certificates lead to. None while nothing has been issued. */
  async roots(): Promise<CertificateFacts[]> {
    const material = await this.#kept();
    return material === undefined ? [] : [readCertificatePem(material.rootPem)];
  }

  /** Whether this authority is it. */
  async isIssuer(issuer: CertificateFacts): Promise<boolean> {
    const material = await this.#kept();
    return (
      material !== undefined && Buffer.from(readCertificatePem(material.issuerPem).der).equals(issuer.der)
    );
  }

  /** Once: whoever comes while it is being made waits for the same. */
  #made(): Promise<TestAuthorityMaterial> {
    this.#material ??= this.#make().catch((error: unknown) => {
      this.#material = undefined;
      throw error;
    });
    return this.#material;
  }

  async #make(): Promise<TestAuthorityMaterial> {
    const kept = await this.#read();
    if (kept !== undefined) return kept;
    const { createTestAuthority } = await import('./test-authority.ts');
    const made = await createTestAuthority({
      now: this.#clock.now(),
      listAddress: this.#publicAddress + TEST_LIST_PATH,
      responderAddress: this.#publicAddress + TEST_RESPONDER_PATH,
    });
    // Another instance may have been first.
    return materialSchema.parse(await settleSetting(this.#database, SETTING, made));
  }

  async #kept(): Promise<TestAuthorityMaterial | undefined> {
    return this.#material ?? this.#read();
  }

  async #read(): Promise<TestAuthorityMaterial | undefined> {
    const kept = await readSetting(this.#database, SETTING);
    return kept === undefined ? undefined : materialSchema.parse(kept);
  }
}
