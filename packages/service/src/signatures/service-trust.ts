import {
  certificateId,
  ocspRequest,
  type ResponderRequest,
  type RevocationLists,
  type Trust,
} from '@sign-session/verify';
import type { TestSigners } from '../pki/test-signers.ts';

export interface ServiceTrustOptions {
  /** The roots of the service's own seals, and the operator's. */
  readonly roots: Trust['roots'];
  /** Only in local mode: anybody may sign with its files, so it is trusted nowhere else. */
  readonly testSigners: TestSigners | undefined;
  /** Fetches the lists of all other authorities. */
  readonly fetched: RevocationLists;
}

/** What this service trusts. The test authority counts from its creation, when its files are first requested. */
export function serviceTrust({ roots, testSigners, fetched }: ServiceTrustOptions): Trust {
  return {
    roots: async () => [...(await roots()), ...((await testSigners?.roots()) ?? [])],
    lists: {
      // Make the test authority's list here: the service may be unable to reach its own public address.
      find: async (request, signal) =>
        testSigners !== undefined && (await testSigners.isIssuer(request.issuer))
          ? testSigners.revocationList()
          : fetched.find(request, signal),
      ask: async (request, signal) =>
        testSigners !== undefined && (await testSigners.isIssuer(request.issuer))
          ? askItself(testSigners, request)
          : fetched.ask?.(request, signal),
    },
  };
}

/** Asks the test authority's responder directly. A fixed nonce is enough: no network is involved. */
async function askItself(testSigners: TestSigners, { certificate, issuer }: ResponderRequest) {
  const nonce = new Uint8Array(16);
  const der = await testSigners.answer(ocspRequest(await certificateId(certificate, issuer), nonce));
  return der && { der, nonce };
}
