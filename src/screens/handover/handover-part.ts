import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { laterMessages } from '../../i18n/later-messages.ts';
import { LocalizeController } from '../../i18n/localize-controller.ts';
import type { LaterScreen } from '../../i18n/messages/message-keys.ts';
import { overridesOf, type Translator } from '../../i18n/translator.ts';
import type { ActionError } from '../../session/errors.ts';
import type { HandoverLink, SessionSnapshot } from '../../session/state.ts';
import type { Step } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { Countdown } from '../../ui/countdown.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { LazyScreenElement } from '../lazy-screen.ts';
import { OwnRequest } from '../own-request.ts';
import { screen } from '../screen.styles.ts';
import { type Effect, IntentEvent } from '../screen.ts';

/**
 * Continues on a phone, or on the service's own page: a link, and its QR code. For the page a button requests the link;
 * who wants to continue on a phone has pressed one before. Dispatches an `intent` to the surrounding screen, which
 * dispatches it again.
 *
 * For the page it is part of the screen's bar. For the phone it is the screen's content with a bar of its own, whose slot
 * is for more actions.
 */
export class HandoverPart extends LitElement {
  static override readonly styles = [
    controls,
    screen,

    css`
      :host {
        display: contents;
      }
      .offer {
        align-items: center;
        display: flex;
        flex-wrap: wrap;
        gap: 12px;
      }
      .qr {
        height: 160px;
        width: 160px;
      }
      .offer .words {
        flex: 1 1 160px;
      }
      .phone .qr {
        height: clamp(7em, 30svh - 2em, 220px);
        width: clamp(7em, 30svh - 2em, 220px);
      }
      .preparing {
        align-items: center;
        display: flex;
        gap: 8px;
        min-height: clamp(7em, 30svh - 2em, 220px);
      }
      .message {
        margin-bottom: 8px;
      }
    `,
  ];

  readonly #localize = new LocalizeController(this, laterMessages('handover'));
  readonly #end = new Countdown(this, () => undefined);

  readonly #own = new OwnRequest('handOver');
  /** Was a link requested without a press here? */
  #asked = false;
  /** Was there a link that worked? From then on the signer asks for another. */
  #came = false;

  @state() private qr: SVGElement | undefined;
  /** The link that was opened here, and works only once. */
  @state() private opened: HandoverLink | undefined;

  @query('a, button') private readonly way!: HTMLElement | null;

  /** The element's translator, whose locale this part follows. */
  @property({ attribute: false }) translator!: Translator;
  @property({ attribute: false }) snapshot!: SessionSnapshot;
  /** Where the signer continues: on a phone, on the service's page on any device, or in a window on this one. */
  @property({ attribute: false }) to: 'phone' | 'page' | 'window' = 'phone';

  override willUpdate(changed: PropertyValues<this>): void {
    const { locale, overrides } = this.translator;
    this.#localize.setLocale(locale, overridesOf(overrides, 'handover'));
    const { handover } = this.snapshot;
    this.#end.to(handover?.expiresAt ?? Number.POSITIVE_INFINITY);
    this.#came ||= handover !== undefined && !this.isOver(handover);
    const before = changed.get('snapshot')?.handover;
    if (this.to !== 'window' && changed.has('snapshot') && handover !== before) void this.drawQr(handover);
  }

  override updated(): void {
    if (this.to !== 'phone' || this.#came) return;
    const { snapshot } = this;
    // At first also after the failure of an earlier time.
    const isFirst = !this.#asked && snapshot.pending === undefined;
    if (!this.#own.isDue(snapshot) && !isFirst) return;
    this.#asked = true;
    this.handleAsk();
  }

  /** Was it used here, or is its time over? */
  private isOver(link: HandoverLink): boolean {
    return link === this.opened || (link.expiresAt !== undefined && this.#end.seconds === 0);
  }

  /** Moves the focus when the link replaces the button, or a button the link. */
  protected override update(changed: PropertyValues): void {
    const focused = this.matches(':focus-within');
    super.update(changed);
    if (focused && !this.matches(':focus-within')) this.way?.focus();
  }

  /** Draws the QR code. If its code can't be loaded, the link is enough. */
  private async drawQr(link: HandoverLink | undefined): Promise<void> {
    this.qr = undefined;
    if (link === undefined) return;
    try {
      const { qrImage } = await import('../../ui/qr-code.ts');
      if (this.snapshot.handover === link) this.qr = qrImage(link.url, this.#localize.translator.t('qr'));
    } catch {
      this.qr = undefined;
    }
  }

  private readonly handleAsk = () => {
    if (this.snapshot.pending === undefined) this.dispatchEvent(new IntentEvent({ kind: 'handOver' }));
  };

  /** Runs after the click was handled, which needs the link in the page. */
  private readonly handleOpen = () => {
    const { handover } = this.snapshot;
    if (handover?.expiresAt !== undefined) setTimeout(() => (this.opened = handover));
  };

  private renderAsk(messages: string): TemplateResult {
    const { snapshot } = this;
    const { t } = this.#localize.translator;
    const busy = snapshot.pending === 'handOver';
    return html`<button
      class="button primary"
      type="button"
      aria-disabled=${String(snapshot.pending !== undefined)}
      @click=${this.handleAsk}
    >
      ${busy ? html`<span class="spinner"></span>${t('preparing')}` : messages}
    </button>`;
  }

  private renderLink(link: HandoverLink): TemplateResult | typeof nothing {
    const { t, time } = this.#localize.translator;
    if (link === this.opened) return html`<p class="message">${t('opened')}</p>`;
    if (this.isOver(link)) return html`<p class="message">${t('over')}</p>`;
    if (this.to === 'window') return nothing;
    return html`<div class="offer ${this.to}">
      ${this.qr ?? nothing}
      <div class="words">
        <p>${t('scan')}</p>
        ${
          link.expiresAt === undefined
            ? nothing
            : html`<p class="secondary-text">${t('until', { time: time(link.expiresAt) })}</p>`
        }
        <p class="secondary-text waits">${t('waits')}</p>
      </div>
    </div>`;
  }

  /** Follows the link, or requests one where there is none that works. */
  private renderWay(link: HandoverLink | undefined): TemplateResult | typeof nothing {
    const { t } = this.#localize.translator;
    if (link === undefined) return this.to === 'phone' ? this.renderAgain() : this.renderAsk(t('page'));
    if (this.isOver(link)) return this.renderAsk(t('again'));
    return html`<a
      class="button ${this.to === 'phone' ? 'secondary' : 'primary'}"
      href=${link.url}
      target="_blank"
      rel="noopener noreferrer"
      @click=${this.handleOpen}
      >${t(this.to === 'phone' ? 'openHere' : 'open')}${icon('external')}</a
    >`;
  }

  /** After a failure, or after a link that has been used; until then the link comes without a press. */
  private renderAgain(): TemplateResult | typeof nothing {
    return this.hasFailed || this.#came ? this.renderAsk(this.#localize.translator.t('again')) : nothing;
  }

  private get hasFailed(): boolean {
    return this.snapshot.error?.action === 'handOver';
  }

  override render() {
    if (!this.#localize.ready) return nothing;
    const { handover } = this.snapshot;
    const { t } = this.#localize.translator;
    const isPreparing = handover === undefined && this.to === 'phone' && !this.hasFailed && !this.#came;
    const way = this.renderWay(handover);
    return html`<div role="status">${handover === undefined ? nothing : this.renderLink(handover)}</div>
      ${
        isPreparing
          ? html`<p class="preparing secondary-text"><span class="spinner"></span>${t('preparing')}</p>`
          : nothing
      }
      <p class="error-text" role="alert">${this.hasFailed ? t('failed') : nothing}</p>
      ${this.to === 'phone' ? html`<div class="actions">${way}<slot></slot></div>` : way}`;
  }
}

define('sign-session-handover', HandoverPart);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-handover': HandoverPart;
  }
}

/** Phones, upright and on their side: what can be touched, and is small. */
const PHONE = '(pointer: coarse) and (max-width: 40rem), (pointer: coarse) and (max-height: 30rem)';

/** Is continuing on a phone worth offering? Not on a phone. */
export function offersPhone(): boolean {
  return !matchMedia(PHONE).matches;
}

/** The screen of a step that the signer may continue on a phone. */
export abstract class PhoneStepScreen<Name extends LaterScreen> extends LazyScreenElement<Name> {
  /** Does the signer want to continue on a phone? */
  @state() protected onPhone = false;

  @property({ attribute: false }) step!: Step;

  /** The code takes the step's place, and the focus: also from a browser whose buttons take none when pressed. */
  protected showPhone(isShown = true): void {
    this.onPhone = isShown;
    void this.updateComplete.then(() => this.focusHeading());
  }

  /** That no link came is said where it is wanted. */
  protected override renderError(words: (effect: Effect, error: ActionError) => string): TemplateResult {
    const isOfLink = this.snapshot.error?.action === 'handOver';
    return isOfLink ? html`<div role="alert"></div>` : super.renderError(words);
  }

  /** Stops the part's event, and dispatches its intent as this screen's. */
  private readonly handleHandover = (event: IntentEvent) => {
    event.stopPropagation();
    this.dispatchIntent(event.intent);
  };

  /** Takes the place of the step's content: the QR code, and the way back to the step on this device. */
  protected renderPhone(heading: string, back: string): TemplateResult {
    return html`<div class="intro"><h2 tabindex="-1">${heading}</h2></div>
      <sign-session-handover
        .translator=${this.translator}
        .snapshot=${this.snapshot}
        @intent=${this.handleHandover}
        ><button class="button quiet" type="button" @click=${() => this.showPhone(false)}>${back}</button>
      </sign-session-handover>`;
  }
}
