import * as z from 'zod';
import type { Clock } from '../domain/clock.ts';
import { readSetting, settleSetting } from '../storage/settings.ts';
import type { Database } from '../storage/database.ts';
import type { TestSigners } from './test-signers.ts';

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

export interface TestCloudHoldersOptions {
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
