import { WebPkiProvider, type WebPkiOptions } from '../../certificate/bridge/web-pki-provider.ts';
import type { CertificateProvider } from '../../certificate/provider.ts';
import type { CertificateOptions } from '../context.ts';

/** The ways to a certificate other than a file, by what the host page gives. */
export class BridgeWays {
  #webPki: WebPkiOptions | undefined;
  #bridge: CertificateProvider | undefined;
  #all: readonly CertificateProvider[] = [];

  get all(): readonly CertificateProvider[] {
    return this.#all;
  }

  /** The frame's options are a new object at each update; a bridge is made once for what it is made of. */
  follow({ webPki, providers }: CertificateOptions): void {
    if (webPki !== this.#webPki) {
      this.#webPki = webPki;
      this.#bridge = webPki && new WebPkiProvider(webPki);
    }
    this.#all = this.#bridge === undefined ? providers : [this.#bridge, ...providers];
  }
}
