import { LitElement, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import type { SignRedirectEvent } from '../../../src/index.ts';
import { controls } from '../controls.styles.ts';
import type { StagedSession } from '../made.ts';
import { WIDGET_EVENTS } from '../log/widget-events.ts';
import { LOCALES } from '../session-form/fields.ts';
import { NARROWEST, STAGE_WIDTHS, WIDEST } from './stage-widths.ts';
import { styles } from './stage.styles.ts';

const SCHEMES = ['auto', 'light', 'dark'] as const;

/** The widget has raised an event. Heard at the element itself: one that is removed speaks to nobody above it. */
export class WidgetSpokeEvent extends Event {
  static readonly type = 'widget-spoke';
  readonly original: Event;
  /** Whose widget, where there are several. */
  readonly signerIndex: number | undefined;

  constructor(original: Event, signerIndex: number | undefined) {
    super(WidgetSpokeEvent.type);
    this.original = original;
    this.signerIndex = signerIndex;
  }
}

/** The stage should have another width. */
export class WidthChosenEvent extends Event {
  static readonly type = 'width-chosen';
  readonly width: number;

  constructor(width: number) {
    super(WidthChosenEvent.type);
    this.width = width;
  }
}

/**
 * Shows the widget as an integrator's page would, at the width, colour scheme and locale chosen here; for an
 * envelope, that of each signer beside the others.
 *
 * @fires {WidgetSpokeEvent} widget-spoke
 * @fires {WidthChosenEvent} width-chosen
 */
@customElement('qa-stage')
export class QaStage extends LitElement {
  static override readonly styles = [controls, styles];

  @state() private scheme = 'auto';
  /** Empty: the session's. */
  @state() private locale = '';
  @state() private present = true;
  /** Counts the elements made so far: another number is another element. */
  @state() private made = 0;
  /** Where the widget wanted to go. */
  @state() private departure: string | undefined;

  @property({ attribute: false }) sessions: readonly StagedSession[] = [];
  /** Of each widget, CSS pixels. */
  @property({ attribute: false }) width = NARROWEST;

  override willUpdate(): void {
    // By CSSOM: the page's policy allows no style attribute.
    this.style.setProperty('--stage-width', `${this.width}px`);
  }

  private readonly handleWidth = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.dispatchEvent(new WidthChosenEvent(Number(event.target.value)));
  };

  private readonly handleScheme = (event: Event) => {
    if (event.target instanceof HTMLSelectElement) this.scheme = event.target.value;
  };

  private readonly handleLocale = (event: Event) => {
    if (event.target instanceof HTMLSelectElement) this.locale = event.target.value;
  };

  private readonly handleReload = () => {
    this.present = true;
    this.departure = undefined;
    this.made += 1;
  };

  private readonly handlePresence = () => {
    this.present = !this.present;
    this.departure = undefined;
  };

  /** The console must not be left: what happened before is what QA looks at. */
  private readonly handleRedirect = (event: SignRedirectEvent) => {
    event.preventDefault();
    this.departure = event.url;
  };

  /** Hears everything that a signer's widget says. */
  private listenTo(signerIndex: number | undefined) {
    const handleWidgetEvent = (event: Event) => {
      this.dispatchEvent(new WidgetSpokeEvent(event, signerIndex));
    };
    return ref(element => {
      for (const name of WIDGET_EVENTS) element?.addEventListener(name, handleWidgetEvent);
    });
  }

  private renderWidths() {
    return html`<fieldset class="widths">
      <legend class="visually-hidden">Width</legend>
      ${STAGE_WIDTHS.map(
        ([name, width]) =>
          html`<label class="choice">
            <input
              type="radio"
              name="width"
              .value=${String(width)}
              .checked=${this.width === width}
              @change=${this.handleWidth}
            />
            <span>${name}</span>
          </label>`,
      )}
      <input
        type="range"
        aria-label="Width in pixels"
        min=${NARROWEST}
        max=${WIDEST}
        .value=${String(this.width)}
        @input=${this.handleWidth}
      />
      <output>${this.width} px</output>
    </fieldset>`;
  }

  private renderTools() {
    return html`<div class="head">
      ${this.renderWidths()}
      <div class="tools">
        <label class="inline">
          Colours
          <select class="field" @change=${this.handleScheme}>
            ${SCHEMES.map(scheme => html`<option value=${scheme}>${scheme}</option>`)}
          </select>
        </label>
        <label class="inline">
          Locale
          <select class="field" @change=${this.handleLocale}>
            <option value="">the session’s</option>
            ${LOCALES.map(locale => html`<option value=${locale}>${locale}</option>`)}
          </select>
        </label>
        <button class="button" type="button" @click=${this.handleReload} aria-label="Reload the element">
          Reload
        </button>
        <button
          class="button"
          type="button"
          aria-label="${this.present ? 'Remove' : 'Put back'} the element"
          @click=${this.handlePresence}
        >
          ${this.present ? 'Remove' : 'Put back'}
        </button>
      </div>
    </div>`;
  }

  private readonly renderWidget = ({ sessionId, clientSecret, signer }: StagedSession) => {
    const element = html`<sign-session
      client-secret=${clientSecret}
      base-url=${location.origin}
      color-scheme=${this.scheme}
      locale=${ifDefined(this.locale === '' ? undefined : this.locale)}
      ${this.listenTo(signer?.index)}
      @sign-redirect=${this.handleRedirect}
    ></sign-session>`;
    return html`<div class="width">
      ${signer === undefined ? nothing : html`<h3>Signer ${signer.index}: ${signer.name}</h3>`}
      ${keyed(`${sessionId} ${this.made}`, element)}
    </div>`;
  };

  private renderSill() {
    return html`<div class="sill" role="region" aria-label="Stage" tabindex="0">
      ${this.sessions.map(this.renderWidget)}
    </div>`;
  }

  private renderDeparture() {
    if (this.departure === undefined) return nothing;
    return html`<p class="notice plain" role="status">
      The widget would now leave for
      <a href=${this.departure} target="_blank" rel="noopener noreferrer">${this.departure}</a>
    </p>`;
  }

  override render() {
    const { sessions, present } = this;
    const empty = sessions.length === 0 ? 'No session yet. Create one.' : 'The element is not on the page.';
    return html`<section class="pane" aria-label="See it">
      ${this.renderTools()}
      <div>
        ${this.renderDeparture()}
        ${sessions.length > 0 && present ? this.renderSill() : html`<p class="empty">${empty}</p>`}
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-stage': QaStage;
  }
}
