import { type WebPkiOptions, WebPkiProvider } from '../../certificate/bridge/web-pki-provider.ts';
import type { CertificateProvider } from '../../certificate/provider.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { SessionView } from '../../session/view.ts';
import type { CertificateOptions } from '../screen-props.ts';

/** Where a certificate comes from; undefined: a file. The named ones draw themselves, once their code is loaded. */
export type Source = CertificateProvider | 'cloud' | 'token-bridge' | 'gov-br' | undefined;

/** A source that the signer may choose. */
export interface Way {
  readonly source: Source;
  readonly label: string;
}

/** What is remembered of a source. */
export function kindOf(source: Source): string {
  return typeof source === 'object' ? source.kind : (source ?? 'file');
}

/** What the signer may choose from. */
export class CertificateSources {
  #webPki: WebPkiOptions | undefined;
  #bridge: CertificateProvider | undefined;
  /** What signs at once comes first. */
  ways: readonly Way[] = [];

  /** The options are a new object at each update, so bridges are cached by the options' contents. */
  follow(
    { webPki, providers, tokenBridge }: CertificateOptions,
    { cloud, portalUrl, certificateSources: allowed = ['FILE', 'TOKEN'] }: SessionView,
    messages: LaterTranslator<'certificate'>,
  ): void {
    if (webPki !== this.#webPki) {
      this.#webPki = webPki;
      this.#bridge = webPki && new WebPkiProvider(webPki);
    }
    const token = messages.t('way.token');
    const own = this.#bridge === undefined ? providers : [this.#bridge, ...providers];
    const ways: Way[] = [];
    if (allowed.includes('TOKEN'))
      ways.push(...own.map(source => ({ source, label: source.label ?? token })));
    if (cloud) ways.unshift({ source: 'cloud', label: messages.t('way.cloud') });
    if ((tokenBridge ?? null) !== null && allowed.includes('TOKEN')) {
      // Two of one name could not be told apart.
      ways.push({ source: 'token-bridge', label: own[0] ? messages.t('way.bridge') : token });
    }
    if (allowed.includes('FILE')) ways.push({ source: undefined, label: messages.t('way.file') });
    if (portalUrl) ways.push({ source: 'gov-br', label: messages.t('way.govBr') });
    this.ways = ways;
  }
}
