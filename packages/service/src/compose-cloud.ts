import type { Clock } from './domain/clock.ts';
import { systemRandom } from './domain/identifiers/random-ids.ts';
import type { SessionLinks } from './domain/session-links.ts';
import type { FieldCipher } from './keys/field-cipher.ts';
import type { OpenLocalMode } from './local-mode.ts';
import { CloudClient } from './psc/cloud-client.ts';
import type { ServiceOptions } from './service-options.ts';
import type { OpenedTrust } from './signatures/open-trust.ts';
import { CloudAuthorizations } from './signing/cloud/cloud-authorizations.ts';
import { CloudCertificates } from './signing/cloud/cloud-certificates.ts';
import { CloudDiscovery } from './signing/cloud/cloud-discovery.ts';
import { CloudExchange } from './signing/cloud/cloud-exchange.ts';
import { CloudVisits } from './signing/cloud/cloud-visits.ts';
import type { SignatureCompletion } from './signing/complete-signature.ts';
import type { SignaturePreparation } from './signing/prepare-signature.ts';

interface CloudBase {
  readonly clock: Clock;
  readonly fieldCipher: FieldCipher;
  readonly links: SessionLinks;
  readonly local: OpenLocalMode | undefined;
}

/** Composes signing by certificates that providers keep: the operator's, and those of local mode. */
export function composeCloud(
  options: ServiceOptions,
  { signerTrust: trust }: OpenedTrust,
  signing: { readonly preparation: SignaturePreparation; readonly completion: SignatureCompletion },
  { clock, fieldCipher, links, local }: CloudBase,
) {
  const { database, random = systemRandom, cloudProviders = [] } = options;
  const callbackUrl = links.cloudCallback();
  const client = new CloudClient(local?.cloud.send);
  const providers = [...cloudProviders, ...(local?.cloud.providers ?? [])];
  const authorizations = new CloudAuthorizations({ database, clock, random, fieldCipher });
  const issuers = async () => (await local?.authorities.signers.issuers()) ?? [];
  const shared = { database, providers, client, authorizations };
  const exchange = new CloudExchange({ client, authorizations, trust, issuers, callbackUrl });
  return {
    authorizations,
    discovery: new CloudDiscovery({ providers, client, clock }),
    visits: new CloudVisits({ ...shared, callbackUrl }),
    cloud: new CloudCertificates({ ...signing, ...shared, exchange }),
  };
}
