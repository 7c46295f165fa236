/**
 * The resources of a test provider that can be made to fail. Those of the Cloud Signature Consortium's API go by the same
 * names: `info`, the token, the credentials, and `signHash`.
 */
export const FAULTY_RESOURCES = ['user-discovery', 'token', 'certificate-discovery', 'signature'] as const;
export type FaultyResource = (typeof FAULTY_RESOURCES)[number];

/** Ways to fail. */
export const PSC_FAULTS = [
  /** 503. */
  'down',
  /** 429. */
  'too-many',
  /** No answer at all. */
  'hang',
  /** A page of HTML with 200. */
  'html',
  /** To a page elsewhere. */
  'redirect',
  /** More than anybody should read. */
  'huge',
  /** As if the code or the token had expired. */
  'expired',
  /** A well-formed answer that is not true: another's signature, another's certificate, nobody's code. */
  'lie',
  /** Fewer signatures than hashes. */
  'too-few',
  /** The signatures in another order, where the order says which is whose. */
  'other-order',
  /** A certificate that signs one document by an authorisation. */
  'single',
  /** A certificate whose PIN the service would have to ask for. */
  'pin',
] as const;
export type PscFault = (typeof PSC_FAULTS)[number];

/** Which resources of which test provider fail, and how. */
export class PscFaults {
  readonly #set = new Map<string, PscFault>();

  /** @param fault undefined: the resource works */
  set(providerId: string, resource: FaultyResource, fault: PscFault | undefined): void {
    const key = `${providerId} ${resource}`;
    if (fault === undefined) this.#set.delete(key);
    else this.#set.set(key, fault);
  }

  of(providerId: string, resource: FaultyResource): PscFault | undefined {
    return this.#set.get(`${providerId} ${resource}`);
  }

  clear(): void {
    this.#set.clear();
  }
}
