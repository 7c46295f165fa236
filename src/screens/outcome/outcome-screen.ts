import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { LocalizeController } from '../../i18n/localize-controller.ts';
import type { Appearance } from '../../appearance/appearance.ts';
import type { Ending } from '../../session/screen-for.ts';
import type { Envelope, SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon, type IconName } from '../../ui/icon.ts';
import type { LazyScreen } from '../lazy-screen.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement, screenProperties } from '../screen.ts';
import { OUTCOME_MESSAGES, type OutcomeTranslator } from './messages/outcome-messages.ts';
import { detailsFor } from './outcome-details.ts';
import { styles } from './outcome-screen.styles.ts';

interface OutcomeMessages {
  readonly heading: string;
  readonly text: string;
}

/** How many of the other signers have yet to sign. */
function othersLeft({ signers = [], signerIndex }: Envelope = {}): number {
  return signers.filter(other => other.signerIndex !== signerIndex && other.signedAt === undefined).length;
}

/** The heading and text of an ending. */
function outcomeMessages(
  ending: Ending,
  view: SessionView | undefined,
  translator: OutcomeTranslator,
): OutcomeMessages {
  const { t, plural, dateTime } = translator;
  const suffix = view?.purpose === 'action' ? '.action' : '';
  switch (ending) {
    case 'completed': {
      const date = view?.completedAt === undefined ? undefined : dateTime(view.completedAt);
      const left = othersLeft(view?.envelope);
      return {
        heading:
          left > 0 && suffix === ''
            ? plural('completed.heading.left', left)
            : t(`completed.heading${view?.batch ? '.batch' : suffix}`),
        text: date === undefined ? '' : t(`completed.text${suffix}`, { date }),
      };
    }
    case 'expired':
      // Without the session it is unknown whether something was signed before.
      return view !== undefined && Number.isFinite(view.expiresAt)
        ? {
            heading: t('expired.heading'),
            text: t(`expired.text${suffix}`, { date: dateTime(view.expiresAt) }),
          }
        : { heading: t('expired.headingLink'), text: t('expired.textLink') };
    case 'declined':
    case 'cancelled':
      return { heading: t(`${ending}.heading`), text: t(`${ending}.text${suffix}`) };
    case 'failed':
      return { heading: t(`failed.heading${suffix}`), text: t(`failed.text${suffix}`) };
    case 'invalidLink':
    case 'unsupportedBrowser':
    case 'insecurePage':
      return { heading: t(`${ending}.heading`), text: t(`${ending}.text`) };
  }
}

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

/** The end of a session. What else there is comes into its slots, between the text and the way back. */
class OutcomeScreen extends ScreenElement {
  static override readonly styles = [controls, screen, styles];

  @property({ attribute: false }) messages!: OutcomeTranslator;
  @property({ attribute: false }) ending!: Ending;
  @property({ attribute: false }) view: SessionView | undefined;
  @property({ attribute: false }) appearance: Appearance = {};
  /** The address to return to. */
  @property({ attribute: false }) returnUrl: string | undefined;
  /** Is it in a dialog, which can be closed? */
  @property({ attribute: false }) closable = false;
  private renderLeave(text: string, isMain: boolean) {
    return html`<button
      class="button ${isMain ? 'primary' : 'quiet'}"
      type="button"
      @click=${() => this.dispatchIntent({ kind: 'leave' })}
    >
      ${text}
    </button>`;
  }

  /** The way back, or out of the dialog. */
  #renderReturn() {
    const { translator, returnUrl } = this;
    // Where there is more to do, it comes with the details.
    const isMain = this.ending !== 'completed';
    if (returnUrl === undefined)
      return this.closable ? this.renderLeave(translator.t('frame.close'), isMain) : nothing;
    const company = this.appearance.companyName;
    const text = company
      ? translator.t('outcome.return', { company })
      : translator.t('outcome.returnNoCompany');
    return this.renderLeave(text, isMain);
  }

  /** Is there nothing left to do, and nowhere to return to? */
  get #mayClose(): boolean {
    return this.returnUrl === undefined && ['completed', 'declined'].includes(this.ending);
  }

  override render() {
    const { ending, view, messages } = this;
    const { heading, text } = outcomeMessages(ending, view, messages);
    const [name, tone] = SEALS[ending];
    const title = ending === 'completed' ? view?.document?.filename : undefined;
    const way = this.#renderReturn();
    // Links come with the details, above the button that is there already.
    const hasActions =
      way !== nothing || (ending === 'completed' && (view?.downloadUrl ?? view?.verifierUrl));
    return html`<div class="seal ${tone}">${icon(name)}</div>
      <div class="intro">
        <h2 tabindex="-1">${heading}</h2>
        ${title ? html`<p class="title">${title}</p>` : nothing}
        <p class="secondary-text">${text}</p>
        ${this.#mayClose ? html`<p class="secondary-text">${messages.t('mayClose')}</p>` : nothing}
      </div>
      <slot></slot>
      ${
        hasActions
          ? html`<div class="actions"><slot name="actions"></slot><slot name="countdown"></slot>${way}</div>`
          : nothing
      }`;
  }
}

define('sign-session-outcome', OutcomeScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-outcome': OutcomeScreen;
  }
}

/** It loads while the signer reads, and again when it is needed. */
export const outcomeScreen: LazyScreen = host => {
  const localize = new LocalizeController(host, OUTCOME_MESSAGES);
  const details = detailsFor(host);
  return {
    get ready() {
      return localize.ready;
    },
    setLocale: locale => localize.setLocale(locale),
    // The first date takes as long as all else at the end.
    preload: () => localize.translator.dateTime(0),
    render: () => undefined,
    renderEnd: (ending, props, parts) => {
      const { translator: messages } = localize;
      const { view, translator, snapshot } = props;
      return html`<sign-session-outcome
        ${screenProperties({ translator, snapshot }, false)}
        .messages=${messages}
        .ending=${ending}
        .view=${view}
        .appearance=${props.appearance}
        .returnUrl=${props.returnUrl}
        .closable=${props.closable}
        >${view && [...parts(view), details({ ...props, view }, messages)]}</sign-session-outcome
      >`;
    },
  };
};
