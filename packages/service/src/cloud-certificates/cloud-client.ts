/** One client for providers with either interface, PSC or CSC. */
import { CscClient, type SignaturesToAuthorize } from './csc-client.ts';
import type {
  AuthorizationRequest,
  CloudCertificate,
  CodeToExchange,
  HolderId,
  PscToken,
  SendRequest,
} from './provider-requests.ts';
import type { CloudProvider } from './providers.ts';
import { type Discovery, PscClient, type PscLimits, type SignatureRequest } from './psc-client.ts';

/** Providers of cloud certificates, whichever interface they have. All methods but `discover` throw PscError. */
export class CloudClient {
  readonly #psc: PscClient;
  readonly #csc: CscClient;

  constructor(send?: SendRequest, limits?: PscLimits) {
    this.#psc = new PscClient(send, limits);
    this.#csc = new CscClient(send, limits);
  }

  /** Whether a provider has a certificate of a person. Never throws. */
  discover(provider: CloudProvider, holder: HolderId): Promise<Discovery> {
    return provider.protocol === 'csc' ? this.#csc.discover(provider) : this.#psc.discover(provider, holder);
  }

  /** Makes sure that the provider's page can be found, before the signer is sent there. */
  async reach(provider: CloudProvider): Promise<void> {
    if (provider.protocol === 'csc') await this.#csc.reach(provider);
  }

  /**
   * The address of the provider's page.
   * @param signatures what is authorised, where that is asked for after the certificate is known
   */
  async authorizationUrl(
    provider: CloudProvider,
    request: AuthorizationRequest,
    signatures: SignaturesToAuthorize | undefined,
  ): Promise<string> {
    return provider.protocol === 'csc'
      ? this.#csc.authorizationUrl(provider, request, signatures)
      : this.#psc.authorizationUrl(provider, request);
  }

  token(provider: CloudProvider, given: CodeToExchange): Promise<PscToken> {
    return provider.protocol === 'csc' ? this.#csc.token(provider, given) : this.#psc.token(provider, given);
  }

  /** The certificates that the token opens. */
  certificates(provider: CloudProvider, token: string): Promise<CloudCertificate[]> {
    return provider.protocol === 'csc'
      ? this.#csc.certificates(provider, token)
      : this.#psc.certificates(provider, token);
  }

  /** Raw signatures in the order of the data, verified. */
  sign(provider: CloudProvider, request: SignatureRequest): Promise<Uint8Array<ArrayBuffer>[]> {
    return provider.protocol === 'csc'
      ? this.#csc.sign(provider, request)
      : this.#psc.sign(provider, request);
  }
}
