import { systemRandom } from './domain/identifiers/random-ids.ts';
import type { OpenLocalMode } from './local-mode.ts';
import type { ServiceOptions } from './service-options.ts';
import type { OpenedTrust } from './signatures/open-trust.ts';
import { BaseDocuments } from './signing/base-documents.ts';
import { SignatureCompletion } from './signing/complete-signature.ts';
import { GovBrSignatures } from './signing/gov-br/gov-br-signatures.ts';
import { SignaturePreparation } from './signing/prepare-signature.ts';
import { SigningLease } from './signing/revisions.ts';

const PORTAL_URL = 'https://assinador.iti.br/';

/** Composes the certificate signatures of signers; in local mode with the portal that stands for gov.br's. */
export function composeSigning(
  options: ServiceOptions,
  { signerTrust: trust, govBrTrust }: OpenedTrust,
  local: OpenLocalMode | undefined,
) {
  const { database, documents, random = systemRandom } = options;
  const timestamps = { always: options.timestamps, local: local?.timestamps };
  const lease = new SigningLease(database);
  const bases = new BaseDocuments(documents);
  const parts = { database, bases, random, lease, timestamps, trust };
  const portalUrl = (options.govBrRoots === undefined ? local?.portalUrl : undefined) ?? PORTAL_URL;
  return {
    preparation: new SignaturePreparation(parts),
    completion: new SignatureCompletion(parts),
    govBr: new GovBrSignatures({ database, documents, random, trust: govBrTrust, portalUrl }),
  };
}
