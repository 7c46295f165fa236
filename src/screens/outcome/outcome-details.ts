/** What the end of a session shows besides its heading, text and way back. */
import { css, html, LitElement, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { IntentEvent } from '../screen.ts';
import type { LazyScreenProps } from '../lazy-screen.ts';
import type { RedirectCountdown } from './redirect-countdown.ts';
import type { OutcomeTranslator } from './messages/outcome-messages.ts';

/** A phone, upright or on its side: its own screen can't be scanned with it. */
const PHONE = '(max-width: 600px), (pointer: coarse) and (max-height: 500px)';

const styles = css`
  :host {
    display: block;
  }

  .ids {
    border-block: 1px solid var(--line);
  }

  summary {
    align-content: center;
    cursor: pointer;
    font-weight: 600;
    min-height: 44px;
  }

  .evidence {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    padding-bottom: 12px;
  }

  dl {
    display: grid;
    flex: 1 1 180px;
    gap: 8px;
  }

  dt {
    color: var(--ink-2);
    font-size: 0.875em;
  }

  dd {
    font:
      0.8125em ui-monospace,
      SFMono-Regular,
      Menlo,
      Consolas,
      monospace;
    overflow-wrap: anywhere;
  }
`;

/** What identifies the signature, folded. */
class OutcomeDetails extends LitElement {
  static override readonly styles = [controls, styles];

  @property({ attribute: false }) view!: SessionView;
  @property({ attribute: false }) messages!: OutcomeTranslator;
  /** SHA-256 of the document that was shown, in hex. */
  @property({ attribute: false }) digest: string | undefined;

  @state() private qr: SVGElement | undefined;

  /** Draws the QR code once it is asked for. A phone can't scan its own screen, and without the code the link is enough. */
  private readonly handleToggle = async () => {
    const { verifierUrl: url } = this.view;
    if (url === undefined || this.qr !== undefined || matchMedia(PHONE).matches) return;
    try {
      const { qrImage } = await import('../../ui/qr-code.ts');
      if (this.view.verifierUrl === url) this.qr = qrImage(url, this.messages.t('qr'));
    } catch {
      this.qr = undefined;
    }
  };

  private renderFact(
    key: 'evidence' | 'originalHash' | 'signedHash',
    value: string | undefined,
  ): TemplateResult | typeof nothing {
    if (value === undefined) return nothing;
    return html`<div>
      <dt>${this.messages.t(key)}</dt>
      <dd>${value}</dd>
    </div>`;
  }

  override render(): TemplateResult {
    const { view, messages, digest } = this;
    return html`${
      view.evidenceId === undefined
        ? nothing
        : html`<details class="ids" @toggle=${this.handleToggle}>
            <summary>${messages.t('facts')}</summary>
            <div class="evidence">
              <dl>
                ${this.renderFact('evidence', view.evidenceId)} ${this.renderFact('originalHash', digest)}
                ${this.renderFact('signedHash', view.document?.signedDigest)}
              </dl>
              ${this.qr ?? nothing}
            </div>
          </details>`
    }`;
  }
}

define('sign-session-outcome-details', OutcomeDetails);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-outcome-details': OutcomeDetails;
  }
}

/** How long until the signer is brought back to the site, and the way to stay. */
function renderCountdown(countdown: RedirectCountdown, messages: OutcomeTranslator) {
  const { seconds, left } = countdown;
  if (left === undefined) return nothing;
  return html`<p slot="countdown" class="visually-hidden" role="status">
      ${messages.plural('redirecting', seconds)} ${messages.t('stay')}?
    </p>
    <p slot="countdown" class="secondary-text">
      ${messages.plural('redirecting', left)}
      <button class="link" type="button" @click=${() => countdown.stop()}>${messages.t('stay')}</button>
    </p>`;
}

function renderLinks(
  { downloadUrl, verifierUrl, purpose }: SessionView,
  messages: OutcomeTranslator,
): TemplateResult {
  return html`${
    downloadUrl === undefined
      ? nothing
      : html`<a slot="actions" class="button primary" href=${downloadUrl} download rel="noreferrer"
          >${icon('download')}${messages.t('download')}</a
        >`
  }
  ${
    verifierUrl === undefined
      ? nothing
      : html`<a
          slot="actions"
          class="button secondary"
          href=${verifierUrl}
          target="_blank"
          rel="noopener noreferrer"
          >${messages.t(purpose === 'action' ? 'verify.action' : 'verify')}</a
        >`
  }`;
}

function renderDetails({ view, snapshot: { document } }: LazyScreenProps, messages: OutcomeTranslator) {
  if (view.status !== 'COMPLETED' || view.batch) return nothing;
  const digest = document?.status === 'loaded' ? document.digest : view.document?.digest;
  return html`<sign-session-outcome-details
      .view=${view}
      .messages=${messages}
      .digest=${digest}
    ></sign-session-outcome-details>
    ${renderLinks(view, messages)}`;
}

/** Renders what belongs into the slots of the end of the host's session. */
export function detailsFor(
  host: ReactiveControllerHost,
): (props: LazyScreenProps, messages: OutcomeTranslator) => TemplateResult {
  /** Of this session. Its code is loaded where a page returns by itself; without it the button is enough. */
  let returns: { readonly id: string; countdown?: RedirectCountdown } | undefined;
  const countDown = async ({ view: { sessionId: id }, element }: LazyScreenProps) => {
    if (returns?.id === id) return;
    const own: typeof returns = (returns = { id });
    const loaded = await import('./redirect-countdown.ts').catch(() => undefined);
    const leave = () => {
      const screen = element.shadowRoot?.querySelector('sign-session-outcome');
      screen?.dispatchEvent(new IntentEvent({ kind: 'leave' }));
    };
    if (loaded) own.countdown = new loaded.RedirectCountdown(host, leave);
  };
  return (props, messages) => {
    const isReturning = props.redirects && props.returnUrl !== undefined;
    if (isReturning) void countDown(props);
    const countdown = isReturning ? returns?.countdown : undefined;
    return html`${renderDetails(props, messages)}
    ${countdown ? renderCountdown(countdown, messages) : nothing}`;
  };
}
