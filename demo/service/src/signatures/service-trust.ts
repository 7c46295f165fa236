import {
  certificateId,
  ocspRequest,
  type CertificateFacts,
  type ResponderRequest,
  type RevocationLists,
  type Trust,
} from '@sign-session/verify';
import type { TestSigners } from '../pki/test-signers.ts';

export interface ServiceTrustOptions {
  /** What the service's own seals lead to, and whatever the operator trusts besides. */
  readonly roots: readonly CertificateFacts[];
  /** In local mode. Everybody may sign with its files, so nowhere else is it trusted. */
  readonly testSigners: TestSigners | undefined;
  /** For every other authority. */
  readonly fetched: RevocationLists;
}

/** Whom this service trusts. The test authority counts from when it is made: when somebody asks for its files. */
export function serviceTrust({ roots, testSigners, fetched }: ServiceTrustOptions): Trust {
  return {
    roots: async () => [...roots, ...((await testSigners?.roots()) ?? [])],
    lists: {
      // The service need not reach itself by its public address to know its own list.
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

/** Always with the same nonce: nobody stands in between. */
async function askItself(testSigners: TestSigners, { certificate, issuer }: ResponderRequest) {
  const nonce = new Uint8Array(16);
  const der = await testSigners.answer(ocspRequest(await certificateId(certificate, issuer), nonce));
  return der && { der, nonce };
}
