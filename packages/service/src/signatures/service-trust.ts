import type { CertificateFacts } from '@sign-session/certificates';
import {
  certificateId,
  ocspRequest,
  type ResponderRequest,
  type RevocationLists,
  type Trust,
} from '@sign-session/verify';

/** An authority of local mode, whose answers are made in this process: the service may be unable to reach its own address. */
export interface TestAuthority {
  /** Where its certificates say that its revocation list is. */
  addresses(): { readonly listAddress: string };
  /** What it is trusted by. Empty until it is first needed, and so created. */
  roots(): Promise<readonly CertificateFacts[]>;
  /** Those that issue its certificates. */
  issuers(): Promise<readonly CertificateFacts[]>;
  isIssuer(issuer: CertificateFacts): Promise<boolean>;
  /** DER. */
  revocationList(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Answers an OCSP request; both are DER. */
  answer(request: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

interface ServiceTrustOptions {
  /** The roots of the service's own seals, and the operator's. */
  readonly roots: Trust['roots'];
  /** Only in local mode: anybody may sign with theirs, so they are trusted nowhere else. */
  readonly testAuthorities: readonly TestAuthority[];
  /** Fetches the lists of all other authorities. */
  readonly fetched: RevocationLists;
}

/** What this service trusts. A test authority counts from its creation, when it is first needed. */
export function serviceTrust({ roots, testAuthorities, fetched }: ServiceTrustOptions): Trust {
  const testAuthorityOf = async (issuer: CertificateFacts) => {
    for (const authority of testAuthorities) if (await authority.isIssuer(issuer)) return authority;
    return undefined;
  };
  return {
    roots: async () => {
      const tests = await Promise.all(testAuthorities.map(authority => authority.roots()));
      return [...(await roots()), ...tests.flat()];
    },
    lists: {
      // Make a test authority's list here: the service may be unable to reach its own public address.
      find: async (request, signal) => {
        const authority = await testAuthorityOf(request.issuer);
        return authority === undefined ? fetched.find(request, signal) : authority.revocationList();
      },
      ask: async (request, signal) => {
        const authority = await testAuthorityOf(request.issuer);
        return authority === undefined ? fetched.ask?.(request, signal) : askItself(authority, request);
      },
    },
  };
}

/** Asks a test authority's responder directly. A fixed nonce is enough: no network is involved. */
async function askItself(authority: TestAuthority, { certificate, issuer }: ResponderRequest) {
  const nonce = new Uint8Array(16);
  const der = await authority.answer(ocspRequest(await certificateId(certificate, issuer), nonce));
  return der && { der, nonce };
}
