import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Appearance } from '../../appearance/appearance.ts';
import type { Translator } from '../../i18n/translator.ts';
import type { Ending } from '../../session/screen-for.ts';
import type { SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon, type IconName } from '../../ui/icon.ts';
import { qrStyles } from '../../ui/qr-code.styles.ts';
import type { qrImage } from '../../ui/qr-code.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import { styles } from './outcome-screen.styles.ts';
import type { RedirectCountdown } from './redirect-countdown.ts';

interface OutcomeMessages {
  readonly heading: string;
  readonly text: string;
}

/** The heading and text of an ending. */
function outcomeMessages(
  ending: Ending,
  view: SessionView | undefined,
  translator: Translator,
): OutcomeMessages {
  const { t, dateTime } = translator;
  const suffix = view?.purpose === 'action' ? '.action' : '';
  switch (ending) {
    case 'completed': {
      const date = view?.completedAt === undefined ? undefined : dateTime(view.completedAt);
      return {
        heading: t(`outcome.completed.heading${view?.batch ? '.batch' : suffix}`),
        text: date === undefined ? '' : t(`outcome.completed.text${suffix}`, { date }),
      };
    }
    case 'expired':
      // Without the session it is unknown whether something was signed before.
      return view !== undefined && Number.isFinite(view.expiresAt)
        ? {
            heading: t('outcome.expired.heading'),
            text: t(`outcome.expired.text${suffix}`, { date: dateTime(view.expiresAt) }),
          }
        : { heading: t('outcome.expired.headingLink'), text: t('outcome.expired.textLink') };
    case 'declined':
    case 'cancelled':
      return { heading: t(`outcome.${ending}.heading`), text: t(`outcome.${ending}.text${suffix}`) };
    case 'failed':
      return { heading: t(`outcome.failed.heading${suffix}`), text: t(`outcome.failed.text${suffix}`) };
    case 'invalidLink':
    case 'unsupportedBrowser':
    case 'insecurePage':
      return { heading: t(`outcome.${ending}.heading`), text: t(`outcome.${ending}.text`) };
  }
}

/** A phone, upright or on its side: its own screen can't be scanned with it. */
const PHONE = '(max-width: 600px), (pointer: coarse) and (max-height: 500px)';

/** The icon and tone of each ending, so that it is not shown by colour alone. */
const SEALS: Readonly<Record<Ending, readonly [IconName, 'good' | 'plain' | 'bad']>> = {
  completed: ['check', 'good'],
  declined: ['cross', 'plain'],
  cancelled: ['cross', 'plain'],
  expired: ['clock', 'plain'],
  failed: ['alert', 'bad'],
  invalidLink: ['link', 'plain'],
  unsupportedBrowser: ['alert', 'plain'],
  insecurePage: ['alert', 'plain'],
};

/** The end of a session. */
class OutcomeScreen extends ScreenElement {
  static override readonly styles = [controls, screen, qrStyles, styles];

  #countdown: RedirectCountdown | undefined;

  @state() private qr: ReturnType<typeof qrImage> | undefined;

  @property({ attribute: false }) ending!: Ending;
  @property({ attribute: false }) view: SessionView | undefined;
  @property({ attribute: false }) appearance: Appearance = {};
  /** SHA-256 of the document that was shown, in hex. */
  @property({ attribute: false }) digest: string | undefined;
  /** The address to return to. */
  @property({ attribute: false }) returnUrl: string | undefined;
  /** Is it in a dialog, which can be closed? */
  @property({ attribute: false }) closable = false;
  /** Return automatically after a countdown. */
  @property({ attribute: false }) redirects = false;

  override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated && this.redirects && this.returnUrl !== undefined) void this.countDown();
    if (changed.has('view') && this.view?.verifierUrl !== changed.get('view')?.verifierUrl)
      void this.drawQr();
  }

  /** If the countdown can't be loaded, the button is enough. */
  private async countDown(): Promise<void> {
    try {
      const { RedirectCountdown } = await import('./redirect-countdown.ts');
      this.#countdown = new RedirectCountdown(this, () => this.dispatchIntent({ kind: 'leave' }));
    } catch {
      this.#countdown = undefined;
    }
  }

  /** Draws the QR code. A phone can't scan its own screen, and if the code can't be loaded, the link is enough. */
  private async drawQr(): Promise<void> {
    const url = this.view?.verifierUrl;
    this.qr = undefined;
    if (url === undefined || matchMedia(PHONE).matches) return;
    try {
      const { qrImage } = await import('../../ui/qr-code.ts');
      if (this.view?.verifierUrl === url) this.qr = qrImage(url);
    } catch {
      this.qr = undefined;
    }
  }

  private renderQr() {
    return this.qr === undefined ? nothing : this.qr(this.translator.t('outcome.completed.qr'));
  }

  private renderHash(label: string, digest: string | undefined) {
    if (digest === undefined) return nothing;
    return html`<div>
      <dt>${label}</dt>
      <dd class="code">${digest}</dd>
    </div>`;
  }

  private renderEvidence(view: SessionView) {
    const { translator, digest } = this;
    const { signedDigest } = view.document ?? {};
    if (view.batch) return html`<slot></slot>`;
    if (view.evidenceId === undefined) return nothing;
    return html`<div class="evidence">
      <dl class="facts">
        <div>
          <dt>${translator.t('outcome.completed.evidence')}</dt>
          <dd class="code">${view.evidenceId}</dd>
        </div>
        ${this.renderHash(translator.t('outcome.completed.originalHash'), digest)}
        ${this.renderHash(translator.t('outcome.completed.signedHash'), signedDigest)}
      </dl>
      ${this.renderQr()}
    </div>`;
  }

  private renderCompletedActions(view: SessionView) {
    const { translator } = this;
    return html`${
      view.downloadUrl === undefined
        ? nothing
        : html`<a class="button primary" href=${view.downloadUrl} download rel="noreferrer">
            ${icon('download')}${translator.t('outcome.completed.download')}
          </a>`
    }
    ${
      view.verifierUrl === undefined
        ? nothing
        : html`<a class="button secondary" href=${view.verifierUrl} target="_blank" rel="noopener noreferrer">
            ${translator.t(view.purpose === 'action' ? 'outcome.completed.verify.action' : 'outcome.completed.verify')}
          </a>`
    }`;
  }

  private renderLeave(text: string, isMain: boolean) {
    return html`<button
      class="button ${isMain ? 'primary' : 'quiet'}"
      type="button"
      @click=${() => this.dispatchIntent({ kind: 'leave' })}
    >
      ${text}
    </button>`;
  }

  private renderReturn() {
    const { translator, returnUrl } = this;
    const isMain = this.ending !== 'completed';
    if (returnUrl === undefined)
      return this.closable ? this.renderLeave(translator.t('frame.close'), isMain) : nothing;
    const company = this.appearance.companyName;
    const { seconds = 0, left } = this.#countdown ?? {};
    const text = company
      ? translator.t('outcome.return', { company })
      : translator.t('outcome.returnNoCompany');
    return html`${this.renderLeave(text, isMain)}
    ${
      left === undefined
        ? nothing
        : html`<p class="visually-hidden" role="status">
              ${translator.plural('outcome.redirecting', seconds)} ${translator.t('outcome.stay')}?
            </p>
            <p class="countdown secondary-text">
              ${translator.plural('outcome.redirecting', left)}
              <button class="link" type="button" @click=${() => this.#countdown?.stop()}>
                ${translator.t('outcome.stay')}
              </button>
            </p>`
    }`;
  }

  /** Is there nothing left to do, and nowhere to return to? */
  private get mayClose(): boolean {
    return this.returnUrl === undefined && ['completed', 'declined'].includes(this.ending);
  }

  private renderActions() {
    const { ending, view } = this;
    const completed = ending === 'completed' ? view : undefined;
    const isEmpty =
      this.returnUrl === undefined && !this.closable && !(completed?.downloadUrl ?? completed?.verifierUrl);
    if (isEmpty) return nothing;
    return html`<div class="actions">
      ${completed ? this.renderCompletedActions(completed) : nothing} ${this.renderReturn()}
    </div>`;
  }

  override render() {
    const { ending, view, translator } = this;
    const { heading, text } = outcomeMessages(ending, view, translator);
    const [name, tone] = SEALS[ending];
    return html`<div class="seal ${tone}">${icon(name)}</div>
      <div class="intro">
        <h2 tabindex="-1">${heading}</h2>
        <p class="secondary-text">${text}</p>
        ${this.mayClose ? html`<p class="secondary-text">${translator.t('outcome.mayClose')}</p>` : nothing}
      </div>
      ${ending === 'completed' && view ? this.renderEvidence(view) : nothing} ${this.renderActions()}`;
  }
}

define('sign-session-outcome', OutcomeScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-outcome': OutcomeScreen;
  }
}
