import { certificationPath, type Trust } from '@sign-session/verify';
import type { CertificateFacts } from '@sign-session/certificates';
import type { Session } from '../../domain/session.ts';
import type { CloudClient } from '../../psc/cloud-client.ts';
import type { CloudProvider } from '../../psc/cloud-provider.ts';
import type { CloudCertificate } from '../../psc/psc-certificates.ts';
import type { ReadyAuthorization } from './authorization-row.ts';
import type { CloudAuthorizations } from './cloud-authorizations.ts';
import { orFailure } from './cloud-failure.ts';
import { chosenOf, requireSigner } from './cloud-holder.ts';

export interface CloudExchangeOptions {
  readonly client: CloudClient;
  readonly authorizations: CloudAuthorizations;
  readonly trust: Trust;
  /** Issuers besides the trusted roots, since providers send the holder's certificate alone. */
  readonly issuers: () => Promise<readonly CertificateFacts[]>;
  /** The registered address of this service that providers lead back to. */
  readonly callbackUrl: string;
}

/** Turns the code that a signer brought back into a certificate, and a token where one authorisation is enough. */
export class CloudExchange {
  readonly #options: CloudExchangeOptions;

  constructor(options: CloudExchangeOptions) {
    this.#options = options;
  }

  /**
   * @param documents how many are to be signed
   * @returns undefined when there is nothing to exchange, or it failed
   */
  async exchange(
    { sessionId, request: { signer } }: Session,
    find: (providerId: string) => CloudProvider | undefined,
    { at, documents }: { readonly at: Date; readonly documents: number },
  ): Promise<ReadyAuthorization | undefined> {
    const { authorizations, client, callbackUrl: redirectUri } = this.#options;
    const taken = await authorizations.takeCode(sessionId);
    const provider = taken && find(taken.providerId);
    if (taken === undefined || provider === undefined) return undefined;
    const { code, verifier, credential } = taken.secrets;
    return orFailure(authorizations, sessionId, ['EXCHANGING'], async () => {
      const given = await client.token(provider, { code, verifier, redirectUri });
      const { token } = given;
      if (credential !== undefined) return this.#kept(sessionId, { ...credential, token });
      requireSigner(given, signer);
      const certificates = await client.certificates(provider, token);
      const chosen = chosenOf(certificates, signer, { at, documents });
      const { alias, use } = chosen;
      const found = { alias, chain: await this.#chainOf(chosen, at), signAlgo: use?.signAlgo };
      // The token of a first authorisation opens the list only, and is not needed any more.
      return this.#kept(sessionId, taken.scope === 'service' ? found : { ...found, token });
    });
  }

  async #kept(sessionId: string, ready: ReadyAuthorization): Promise<ReadyAuthorization> {
    await this.#options.authorizations.keep(sessionId, ready);
    return ready;
  }

  /** Base64 DER: the certificate and its issuers, without the root that everybody has. */
  async #chainOf({ certificate, issuers }: CloudCertificate, at: Date): Promise<string[]> {
    const { trust, issuers: others } = this.#options;
    const pool = [...issuers, ...(await others())];
    const { chain, failure } = await certificationPath(certificate, pool, { roots: await trust.roots(), at });
    const found = failure === undefined ? chain.slice(0, -1) : [certificate, ...issuers];
    return found.map(({ der }) => Buffer.from(der).toString('base64'));
  }
}
