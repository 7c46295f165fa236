/** The test authorities of one service, made when they are first needed and stored; and the certificates that test providers keep. */
import * as z from 'zod';
import type { TestAuthority } from '../../../service/src/signatures/service-trust.ts';
import type { Clock } from '../../../service/src/domain/clock.ts';
import type { Random } from '../../../service/src/domain/ids.ts';
import type { TimestampAuthority } from '../../../service/src/pki/timestamp-authority.ts';
import type { Database } from '../../../service/src/storage/database.ts';
import { readSetting, settleSetting } from '../../../service/src/storage/settings.ts';
import { readCertificatePem, type Bytes, type CertificateFacts } from '@sign-session/certificates';
import type { TestAuthorityMaterial, TestFile } from './test-authority.ts';
import type { TimestamperIdentity } from './timestamper.ts';

/** One of the test authorities. */
interface TestHierarchy {
  /** The setting that keeps it. */
  readonly setting: string;
  /** Part of its certificates' names. */
  readonly title: string;
  /** Path of its revocation list; those of its OCSP responder and timestamps (RFC 3161) begin like it. */
  readonly path: string;
  readonly hasFiles: boolean;
  /** Whether signatures carry the authority's certificate; else it has to be known to those who verify. */
  readonly isCarried: boolean;
}

const HIERARCHIES = {
  /** Stands for ICP-Brasil. */
  signers: {
    setting: 'test-authority',
    title: 'Signers',
    path: '/pki/test-signers',
    hasFiles: true,
    isCarried: true,
  },
  /** Stands for the government's own authority, which signs at its portal. */
  'gov-br': {
    setting: 'test-gov-br',
    title: 'gov.br',
    path: '/pki/test-gov-br',
    hasFiles: false,
    isCarried: false,
  },
} as const satisfies Record<string, TestHierarchy>;

/** Path of the timestamp authority of the signers' test authority. */
export const TEST_TIMESTAMP_PATH = `${HIERARCHIES.signers.path}/tsa`;

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

/** A timestamp authority that can also answer HTTP requests. */
interface TimestampResponder extends TimestampAuthority {
  /** @param query DER of a timestamp request @returns DER of the response */
  answer(query: Bytes): Promise<Bytes>;
}

/**
 * A test authority: that whose A1 files QA signs with, or that of the test portal. It is created on first use, because its keys take a second or two,
 * which would slow every start. It survives resets, so that signatures stay verifiable.
 */
export class TestSigners implements TestAuthority {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #publicAddress: string;
  readonly #hierarchy: TestHierarchy;
  #material: Promise<TestAuthorityMaterial> | undefined;
  #timestamper: Promise<TimestamperIdentity> | undefined;

  constructor(options: {
    database: Database;
    clock: Clock;
    publicAddress: string;
    /** Default: the signers'. */
    hierarchy?: keyof typeof HIERARCHIES;
  }) {
    this.#hierarchy = HIERARCHIES[options.hierarchy ?? 'signers'];
    this.#database = options.database;
    this.#clock = options.clock;
    this.#publicAddress = options.publicAddress;
  }

  /** The files, the valid one first. */
  async files(): Promise<readonly TestFile[]> {
    return (await this.#made()).files;
  }

  /** The authority with its key, for certificates besides the files. */
  material(): Promise<TestAuthorityMaterial> {
    return this.#made();
  }

  /** Paths of its revocation list and its OCSP responder. */
  get paths(): { readonly list: string; readonly responder: string } {
    const { path } = this.#hierarchy;
    return { list: `${path}.crl`, responder: `${path}/ocsp` };
  }

  /** Where its certificates say that their revocation status is. */
  addresses(): { readonly listAddress: string; readonly responderAddress: string } {
    const { list, responder } = this.paths;
    return { listAddress: this.#publicAddress + list, responderAddress: this.#publicAddress + responder };
  }

  /** DER, signed now. Undefined if the authority has not been created. */
  async revocationList(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const material = await this.#kept();
    if (material === undefined) return undefined;
    const { createRevocationList } = await import('./revocation.ts');
    return createRevocationList(material, this.#clock.now());
  }

  /** Answers an OCSP request; both are DER. Undefined if the authority has not been created. */
  async answer(request: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const material = await this.#kept();
    if (material === undefined) return undefined;
    const { answerOcspRequest } = await import('./revocation.ts');
    return answerOcspRequest(material, request, this.#clock.now());
  }

  /**
   * The sandbox's timestamp authority. Each process issues it a new certificate, since the authority's key is
   * stored.
   */
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
    const { listAddress } = this.addresses();
    return issueTestTimestamper(material, { now: this.#clock.now(), listAddress });
  }

  /** What it is trusted by: its root, and the authority where signatures leave it out. Empty if it has not been created. */
  async roots(): Promise<CertificateFacts[]> {
    const material = await this.#kept();
    if (material === undefined) return [];
    const root = readCertificatePem(material.rootPem);
    return this.#hierarchy.isCarried ? [root] : [root, readCertificatePem(material.issuerPem)];
  }

  /** The authority that issues its certificates. Empty if it has not been created. */
  async issuers(): Promise<CertificateFacts[]> {
    const material = await this.#kept();
    return material === undefined ? [] : [readCertificatePem(material.issuerPem)];
  }

  /** Whether the issuer is this authority. */
  async isIssuer(issuer: CertificateFacts): Promise<boolean> {
    const material = await this.#kept();
    return (
      material !== undefined && Buffer.from(readCertificatePem(material.issuerPem).der).equals(issuer.der)
    );
  }

  /** Creates the authority once; concurrent callers wait for the same result. */
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
      ...this.addresses(),
      ...this.#hierarchy,
    });
    // Another instance may have stored one first; use that.
    return materialSchema.parse(await settleSetting(this.#database, this.#hierarchy.setting, made));
  }

  async #kept(): Promise<TestAuthorityMaterial | undefined> {
    if (this.#material !== undefined) return this.#material;
    const kept = await this.#read().catch((error: unknown) => {
      // Nothing is known then of one that this process has not used yet, and nobody signs by it.
      // By its name: the service's class is another one, in a bundle of its own.
      if (error instanceof Error && /^Database(?:Away|ReadOnly)Error$/.test(error.name)) return undefined;
      throw error;
    });
    // It never changes, and is then there while the database is away.
    if (kept !== undefined) this.#material ??= Promise.resolve(kept);
    return kept;
  }

  async #read(): Promise<TestAuthorityMaterial | undefined> {
    const kept = await readSetting(this.#database, this.#hierarchy.setting);
    return kept === undefined ? undefined : materialSchema.parse(kept);
  }
}

/** Where the key of the test cloud is. */
const CLOUD_KEY = 'test-cloud-key';
const keySchema = z.object({ privateKeyPem: z.string(), publicKeyPem: z.string() });
type KeyMaterial = z.output<typeof keySchema>;

/** A certificate in the local test cloud, and its key. */
export interface CloudHolder {
  /** DER. */
  readonly certificate: Uint8Array<ArrayBuffer>;
  /** PKCS#8 in PEM. */
  readonly privateKeyPem: string;
}

interface TestCloudHoldersOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** The authority that issues them. */
  readonly signers: TestSigners;
  /** The setting that keeps the key. Default: that of the test cloud. */
  readonly setting?: string;
  /** The OID of the certificates' policy. Default: that of an A1 certificate. */
  readonly policy?: string;
}

/**
 * The certificates that the test providers keep: one for whoever is asked for, issued by the test authority when it is
 * first needed. They share one key, which is stored with the service's data, so that starts stay quick.
 */
export class TestCloudHolders {
  readonly #options: TestCloudHoldersOptions;
  readonly #issued = new Map<string, Promise<CloudHolder>>();
  #key: Promise<KeyMaterial> | undefined;

  constructor(options: TestCloudHoldersOptions) {
    this.#options = options;
  }

  /** @param number CPF or CNPJ @param validity `expired` for one that ended years ago */
  of(number: string, validity: 'valid' | 'expired' = 'valid'): Promise<CloudHolder> {
    const name = `${number} ${validity}`;
    const found = this.#issued.get(name) ?? this.#issue(number, validity);
    this.#issued.set(name, found);
    found.catch(() => this.#issued.delete(name));
    return found;
  }

  async #issue(number: string, validity: 'valid' | 'expired'): Promise<CloudHolder> {
    const { signers, clock, policy } = this.#options;
    const material = await signers.material();
    const { privateKeyPem, publicKeyPem } = await (this.#key ??= this.#makeKey());
    const { issueCloudCertificate } = await import('./test-authority.ts');
    const addresses = signers.addresses();
    const issued = { now: clock.now(), ...addresses, publicKeyPem, number, validity, policy };
    return { certificate: await issueCloudCertificate(material, issued), privateKeyPem };
  }

  async #makeKey(): Promise<KeyMaterial> {
    const { database, setting = CLOUD_KEY } = this.#options;
    const kept = await readSetting(database, setting);
    if (kept !== undefined) return keySchema.parse(kept);
    const { newKeyMaterial } = await import('./test-authority.ts');
    return keySchema.parse(await settleSetting(database, setting, await newKeyMaterial()));
  }
}
