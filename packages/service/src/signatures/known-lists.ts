import type { FetchedLists } from './fetched-lists.ts';
import type { TestAuthority } from './service-trust.ts';

/** The revocation lists that the service already has, by address. */
export interface KnownLists {
  /** DER, or undefined if it is not cached. Fetches nothing. */
  find(address: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** The lists fetched for earlier verifications, and those of the test authorities. */
export function knownLists(options: {
  readonly fetched: FetchedLists;
  readonly testAuthorities: readonly TestAuthority[];
}): KnownLists {
  const { fetched, testAuthorities } = options;
  return {
    async find(address) {
      const authority = testAuthorities.find(each => each.addresses().listAddress === address);
      return authority === undefined ? fetched.held(address) : authority.revocationList();
    },
  };
}
