/** Choosing a certificate: its sources, the last one used, and what was found. */
import { type Certificate, readCertificate } from '@sign-session/certificates';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AssetSource } from '../../assets/asset-source.ts';
import { FileProvider } from '../../certificate/a1/file-provider.ts';
import type { CertificateProvider, ProviderState } from '../../certificate/provider.ts';
import { type WebPkiOptions, WebPkiProvider } from '../../certificate/web-pki.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import type { SessionView } from '../../session/view.ts';
import type { CertificateOptions } from '../screen-props.ts';
import { errorKey } from './certificate-errors.ts';

const KEY = 'sign-session-certificate-source';

/**
 * The kind of source that was chosen last on this device: nothing about the signer, or about their certificate.
 *
 * @param kind the one that is chosen now. Undefined where pages may keep nothing.
 */
export function lastSource(kind?: string): string | null | undefined {
  try {
    if (kind !== undefined) localStorage.setItem(KEY, kind);
    return localStorage.getItem(KEY);
  } catch {
    return undefined;
  }
}

/** Where a certificate comes from; undefined: a file. The named ones draw themselves, once their code is loaded. */
export type Source = CertificateProvider | 'cloud' | 'token-bridge' | 'gov-br' | undefined;

/** A source that the signer may choose. */
export interface Way {
  readonly source: Source;
  readonly label: string;
  /** What it needs, in one line. */
  readonly text?: string | undefined;
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
    { webPki, certificateProviders: providers, tokenBridge }: CertificateOptions,
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
    if (cloud) {
      const text = cloud.providers.map(({ name }) => name).join(', ');
      ways.unshift({ source: 'cloud', label: messages.t('way.cloud'), text });
    }
    if ((tokenBridge ?? null) !== null && allowed.includes('TOKEN')) {
      // Two of one name could not be told apart.
      const label = own[0] ? messages.t('way.bridge') : token;
      ways.push({ source: 'token-bridge', label, text: messages.t('way.token.text') });
    }
    if (allowed.includes('FILE'))
      ways.push({ source: undefined, label: messages.t('way.file'), text: messages.t('way.file.text') });
    if (portalUrl)
      ways.push({ source: 'gov-br', label: messages.t('way.govBr'), text: messages.t('way.govBr.text') });
    this.ways = ways;
  }
}

/** A certificate that the signer may choose. */
export interface ChoosableCertificate {
  readonly provider: CertificateProvider;
  readonly id: string;
  /** The holder's first. */
  readonly chain: readonly [Certificate, ...Certificate[]];
}

/** The certificates found in a file or a bridge. */
export interface FoundCertificates {
  readonly certificates: readonly ChoosableCertificate[];
  /** Is a file being opened or a bridge being queried? */
  readonly busy: boolean;
  /** Why there are none. */
  readonly error: LaterKey<'certificate'> | undefined;
  /** The state of the bridge that was queried last. */
  readonly bridge: ProviderState | undefined;
}

const NOTHING: FoundCertificates = { certificates: [], busy: false, error: undefined, bridge: undefined };

/**
 * The certificates of a file or a bridge, and the chosen one. Only the latest request's result is used. Keys, files and
 * worker are discarded with the screen.
 */
export class CertificateChoice implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #abort = new AbortController();
  #file: FileProvider | undefined;
  #used = new Set<CertificateProvider>();
  #selected = 0;
  #found = NOTHING;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get found(): FoundCertificates {
    return this.#found;
  }

  /** The chosen one. */
  get chosen(): ChoosableCertificate | undefined {
    return this.#found.certificates[this.#selected];
  }

  hostDisconnected(): void {
    this.clear();
    for (const provider of this.#used) provider.dispose();
    this.#used.clear();
    this.#file = undefined;
  }

  /** Starts the worker while the signer looks for the file. A failure is reported when the file is opened. */
  warm(assets: AssetSource): void {
    void this.#provider(assets)
      .init(this.#abort.signal)
      .catch(() => undefined);
  }

  /** Opens a PKCS#12 file. */
  async openFile(file: Blob, password: string, assets: AssetSource): Promise<void> {
    const provider = this.#provider(assets);
    await this.#ask(async signal => {
      await provider.open(file, password, signal);
      return this.#read(provider, signal);
    });
  }

  /** Loads the certificates of a bridge. */
  async look(provider: CertificateProvider): Promise<void> {
    this.#used.add(provider);
    await this.#ask(async signal => {
      const state = await provider.init(signal);
      signal.throwIfAborted();
      this.#found = { ...this.#found, bridge: state };
      return state === 'ready' ? this.#read(provider, signal) : [];
    });
  }

  select(index: number): void {
    this.#selected = index;
    this.#host.requestUpdate();
  }

  /** Discards the certificates, and ignores the results of pending requests. */
  clear(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#found = NOTHING;
    this.#selected = 0;
    this.#host.requestUpdate();
  }

  #provider(assets: AssetSource): FileProvider {
    this.#file ??= new FileProvider(assets);
    this.#used.add(this.#file);
    return this.#file;
  }

  async #ask(find: (signal: AbortSignal) => Promise<readonly ChoosableCertificate[]>): Promise<void> {
    this.clear();
    const { signal } = this.#abort;
    this.#found = { ...NOTHING, busy: true };
    const change = await find(signal).then(
      certificates => ({ certificates }),
      (error: unknown) => ({ error: errorKey(error) }),
    );
    if (signal.aborted) return;
    this.#found = { ...this.#found, ...change, busy: false };
    this.#host.requestUpdate();
  }

  async #read(provider: CertificateProvider, signal: AbortSignal): Promise<ChoosableCertificate[]> {
    const listed = await provider.list(signal);
    const read = listed.map(async ({ id }) => {
      const [leaf, ...above] = (await provider.chain(id, signal)).map(der => readCertificate(der));
      return leaf === undefined ? undefined : { provider, id, chain: [leaf, ...above] as const };
    });
    // A certificate that can't be read (a token may contain anything) must not hide the others.
    const results = await Promise.allSettled(read);
    const readable = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
    return readable.filter(certificate => certificate !== undefined);
  }
}
