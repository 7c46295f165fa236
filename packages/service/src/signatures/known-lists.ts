import { TEST_LIST_PATH, type TestSigners } from '../pki/test-signers.ts';
import type { FetchedLists } from './fetched-lists.ts';

/** The revocation lists that the service already has, by address. */
export interface KnownLists {
  /** DER, or undefined if it is not cached. Fetches nothing. */
  find(address: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** The lists fetched for earlier verifications, and the test authority's own. */
export function knownLists(options: {
  readonly fetched: FetchedLists;
  readonly testSigners: TestSigners | undefined;
  readonly publicAddress: string;
}): KnownLists {
  const { fetched, testSigners, publicAddress } = options;
  return {
    find: async address =>
      address === publicAddress + TEST_LIST_PATH ? testSigners?.revocationList() : fetched.held(address),
  };
}
