import type { Clock } from './domain/clock.ts';
import { systemRandom } from './domain/identifiers/random-ids.ts';
import { PORTAL_PATH } from '../../local/src/portal.ts';
import { TestCloudHolders } from '../../local/src/authority/test-signers.ts';
import type { ServiceOptions } from './service-options.ts';
import type { OpenedTrust } from './signatures/open-trust.ts';
import { BaseDocuments } from './signing/base-documents.ts';
import { SignatureCompletion } from './signing/complete-signature.ts';
import { GovBrSignatures } from './signing/gov-br/gov-br-signatures.ts';
import { SignaturePreparation } from './signing/prepare-signature.ts';
import { SigningLease } from './signing/revisions.ts';

const PORTAL_URL = 'https://assinador.iti.br/';

/** What the portal's certificates name; ICP-Brasil's are under 2.16.76.1. */
const GOV_BR_POLICY = '2.16.76.3.2.1.1';

/** Composes the certificate signatures of signers; in local mode with the portal that stands for gov.br's. */
export function composeSigning(
  options: ServiceOptions,
  { signerTrust: trust, govBrTrust, testSigners, testGovBr }: OpenedTrust,
  clock: Clock,
) {
  const { database, documents, random = systemRandom } = options;
  const timestamps = { always: options.timestamps, local: testSigners?.timestamps(random) };
  const lease = new SigningLease(database);
  const bases = new BaseDocuments(documents);
  const parts = { database, bases, random, lease, timestamps, trust };
  const local = new URL(PORTAL_PATH, options.publicUrl).href;
  const portalUrl = testGovBr === undefined || options.govBrRoots !== undefined ? PORTAL_URL : local;
  const holders = { setting: 'test-portal-key', policy: GOV_BR_POLICY };
  return {
    preparation: new SignaturePreparation(parts),
    completion: new SignatureCompletion(parts),
    govBr: new GovBrSignatures({ database, documents, random, trust: govBrTrust, portalUrl }),
    localPortal: testGovBr && {
      testGovBr,
      holders: new TestCloudHolders({ database, clock, signers: testGovBr, ...holders }),
      clock,
    },
  };
}
