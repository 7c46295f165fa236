import { systemRandom } from './domain/identifiers/random-ids.ts';
import type { SessionLinks } from './domain/session-links.ts';
import type { FieldCipher } from './keys/field-cipher.ts';
import { openLocalPsc } from '../../local/src/providers/providers.ts';
import { TestCloudHolders } from '../../local/src/authority/test-signers.ts';
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
import type { MovableClock } from '../../local/src/clock.ts';

interface CloudBase {
  readonly clock: MovableClock;
  readonly fieldCipher: FieldCipher;
  readonly links: SessionLinks;
  readonly publicAddress: string;
}

/** Composes signing by certificates that providers keep: the operator's, and in local mode those of the tests. */
export function composeCloud(
  options: ServiceOptions,
  { signerTrust: trust, testSigners }: OpenedTrust,
  signing: { readonly preparation: SignaturePreparation; readonly completion: SignatureCompletion },
  { clock, fieldCipher, links, publicAddress }: CloudBase,
) {
  const { database, random = systemRandom, cloudProviders = [] } = options;
  const callbackUrl = links.cloudCallback();
  const holders = testSigners && new TestCloudHolders({ database, clock, signers: testSigners });
  const local = holders && openLocalPsc({ publicAddress, redirectUri: callbackUrl, clock, holders });
  const client = new CloudClient(local?.send);
  const providers = [...cloudProviders, ...(local?.providers ?? [])];
  const authorizations = new CloudAuthorizations({ database, clock, random, fieldCipher });
  const issuers = async () => (await testSigners?.issuers()) ?? [];
  const shared = { database, providers, client, authorizations };
  const exchange = new CloudExchange({ client, authorizations, trust, issuers, callbackUrl });
  return {
    localPsc: local,
    authorizations,
    discovery: new CloudDiscovery({ providers, client, clock }),
    visits: new CloudVisits({ ...shared, callbackUrl }),
    cloud: new CloudCertificates({ ...signing, ...shared, exchange }),
  };
}
