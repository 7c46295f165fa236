import { TEST_LIST_PATH, type TestSigners } from '../pki/test-signers.ts';
import type { FetchedLists } from './fetched-lists.ts';

/** Revocation lists by their addresses, as far as the service has them at hand. */
export interface KnownLists {
  /** DER, or undefined where none is held. Nobody is asked for one. */
  find(address: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** Those that were fetched to verify something, and that of the test authority. */
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
