import { DEFAULT_PORT } from '@sign-session/bridge-protocol';
import { css, html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { CertificateProvider } from '../../certificate/provider.ts';
import {
  BridgeError,
  type BridgeProblem,
  type BridgeStage,
  TokenBridgeProvider,
} from '../../certificate/token-bridge.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import type { LazyScreenElement } from '../lazy-screen.ts';
import type { CertificateOptions } from '../screen-props.ts';
import { CertificatePart } from './certificate-part.ts';

const KEYS: Readonly<Record<BridgeProblem, LaterKey<'certificate'>>> = {
  absent: 'token.absent',
  blocked: 'token.blocked',
  policy: 'token.policy',
  unsupported: 'bridge.unsupported',
  outdated: 'token.outdated',
  lost: 'token.lost',
  ERR_BRIDGE_NOT_PAIRED: 'token.lost',
  ERR_BRIDGE_NO_MODULE: 'token.noModule',
  ERR_BRIDGE_NO_TOKEN: 'error.device',
  ERR_BRIDGE_NO_CERTIFICATE: 'token.noCertificate',
  ERR_BRIDGE_PIN_LOCKED: 'token.locked',
  ERR_WEBEID_USER_CANCELLED: 'token.cancelled',
  ERR_WEBEID_USER_TIMEOUT: 'token.timedOut',
  ERR_WEBEID_ACTION_PENDING: 'token.pending',
  ERR_WEBEID_NATIVE_INVALID_ARGUMENT: 'token.failed',
  ERR_WEBEID_NATIVE_FATAL: 'token.failed',
};

/** What the signer, or whoever looks after their computer, can do something about there. */
const HELPED: readonly LaterKey<'certificate'>[] = ['token.absent', 'token.outdated', 'token.noModule'];

/** The message of what went wrong with the bridge. */
function bridgeErrorKey(error: unknown): LaterKey<'certificate'> {
  return error instanceof BridgeError ? KEYS[error.problem] : 'token.failed';
}

/** The certificate screen, which goes on with what was found here. */
export interface BridgeScreen extends LazyScreenElement<'certificate'> {
  readonly options: Pick<CertificateOptions, 'tokenBridge'>;
  /** The service's address. */
  readonly baseUrl: string;
  use(provider: CertificateProvider): Promise<void>;
}

/** The service's page about tokens: beside its page of the session, where it tells that, else below its address. */
function helpAddress(hostedUrl: string | undefined, baseUrl: string, lang: string, port: number): string {
  const isPage = hostedUrl !== undefined && /^https?:/i.test(hostedUrl);
  const url = isPage
    ? new URL('../token-bridge', hostedUrl)
    : new URL(`${baseUrl.replace(/\/$/, '')}/token-bridge`);
  url.searchParams.set('lang', lang);
  if (port !== DEFAULT_PORT) url.searchParams.set('port', String(port));
  return url.href;
}

/** One connection a screen: another one takes its place. */
const connected = new WeakMap<BridgeScreen, CertificateProvider>();

/**
 * Getting a certificate through the token bridge: the signer is told what their browser may ask, compares the number once
 * for the site, and chooses the certificate in the bridge. Nothing is asked of browser or bridge before they press.
 */
class TokenBridge extends CertificatePart {
  declare screen: BridgeScreen;

  static override readonly styles = [
    ...super.styles,
    css`
      .waiting {
        align-items: center;
        display: flex;
        gap: 8px;
      }

      .number {
        font-size: 2em;
        font-variant-numeric: tabular-nums;
        font-weight: 700;
        letter-spacing: 0.08em;
        text-align: center;
      }

      .link {
        display: block;
        padding-block: 4px;
        width: fit-content;
      }

      .start {
        display: grid;
        gap: 8px;
      }
    `,
  ];

  #abort = new AbortController();

  @state() private stage: BridgeStage | 'connecting' | undefined;
  /** Why there is no certificate. */
  @state() private failure: LaterKey<'certificate'> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#abort.abort();
  }

  private get port(): number {
    return Number(this.screen.options.tokenBridge) || DEFAULT_PORT;
  }

  /** The button stays, and the focus with it. The second press of a double click is none. */
  private readonly handlePress = ({ detail }: MouseEvent) => {
    if (detail > 1) return;
    if (this.stage === undefined) void this.connect();
    else this.#abort.abort();
  };

  private async connect(): Promise<void> {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.stage = 'connecting';
    this.failure = undefined;
    connected.get(this.screen)?.dispose();
    const provider = new TokenBridgeProvider({
      port: this.port,
      lang: this.messages.locale,
      label: this.view.document?.filename ?? this.view.sessionId,
      progress: stage => {
        this.stage = stage;
      },
    });
    connected.set(this.screen, provider);
    try {
      await provider.init(signal);
      await provider.list(signal);
      await this.screen.use(provider);
    } catch (error) {
      provider.dispose();
      if (!signal.aborted) this.failure = bridgeErrorKey(error);
    } finally {
      this.stage = undefined;
    }
  }

  private renderFailure(failure: LaterKey<'certificate'>): TemplateResult {
    const { messages, port, screen, view } = this;
    const help = () =>
      html`<a
        class="link"
        href=${helpAddress(view.hostedUrl, screen.baseUrl, messages.locale, port)}
        target="_blank"
        rel="noopener noreferrer"
        >${messages.t('token.help')}</a
      >`;
    return html`<div class="notice warn">
      ${icon('alert')}
      <p>${messages.t(failure)} ${HELPED.includes(failure) ? help() : nothing}</p>
    </div>`;
  }

  private renderStage(stage: BridgeStage | 'connecting'): TemplateResult {
    const { messages } = this;
    if (typeof stage === 'object') {
      const { number } = stage;
      return html`<div role="status">
        <p>${messages.t('token.pairing')}</p>
        <p class="number">${number.slice(0, 3)} ${number.slice(3)}</p>
      </div>`;
    }
    return html`<p class="waiting" role="status">
      <span class="spinner"></span><span>${messages.t(`token.${stage}`)}</span>
    </p>`;
  }

  private renderStart(): TemplateResult {
    const { failure, messages } = this;
    return html`<div class="start">
      ${
        failure === undefined
          ? html`<p>${messages.t('token.intro')}</p>
              <p class="secondary-text">${messages.t('token.permission')}</p>`
          : nothing
      }
      <div role="alert">${failure === undefined ? nothing : this.renderFailure(failure)}</div>
    </div>`;
  }

  override render() {
    const { messages, stage } = this;
    const isBusy = stage !== undefined;
    return html`${isBusy ? this.renderStage(stage) : this.renderStart()}
      <div class="actions">
        <button class="button ${isBusy ? 'secondary' : 'primary'}" type="button" @click=${this.handlePress}>
          ${messages.t(isBusy ? 'token.cancel' : 'token.connect')}
        </button>
        <slot></slot>
      </div>`;
  }
}

define('sign-session-token-bridge', TokenBridge);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-token-bridge': TokenBridge;
  }
}
