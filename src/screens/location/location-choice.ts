import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LocalizeController } from '../../i18n/localize-controller.ts';
import type { Translator } from '../../i18n/translator.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { laterMessages } from '../../i18n/later-messages.ts';
import { overridesOf } from '../../i18n/translator.ts';
import type { Geolocation } from '../../session/intents.ts';

/** The signer has shared their location, or withdrawn it. */
export class LocationEvent extends Event {
  static readonly type = 'location-chosen';
  readonly geolocation: Geolocation | undefined;

  constructor(geolocation: Geolocation | undefined) {
    super(LocationEvent.type, { bubbles: true });
    this.geolocation = geolocation;
  }
}

declare global {
  interface HTMLElementEventMap {
    'location-chosen': LocationEvent;
  }
}

/** ms after which the location counts as unavailable. */
const TIMEOUT = 15_000;

/**
 * Asks for the signer's location, and says why. Nothing is read before they agree, and they can sign without agreeing.
 */
class LocationChoice extends LitElement {
  static override readonly styles = [
    controls,
    css`
      p {
        font-size: 0.875em;
        line-height: 1.35;
      }

      .status {
        align-items: center;
        display: flex;
        gap: 4px;
      }
    `,
  ];

  readonly #localize = new LocalizeController(this, laterMessages('location'));
  /** Counts the requests: only the answer to the latest one is used. */
  #asked = 0;

  @state() private place: 'unasked' | 'asked' | 'known' | 'unknown' = 'unasked';

  /** The element's translator, whose locale this part follows. */
  @property({ attribute: false }) translator!: Translator;

  override willUpdate(): void {
    const { locale, overrides } = this.translator;
    this.#localize.setLocale(locale, overridesOf(overrides, 'location'));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asked += 1;
  }

  private readonly handleChange = (event: Event) => {
    const { checked } = Object(event.target);
    this.#asked += 1;
    this.dispatchEvent(new LocationEvent(undefined));
    this.place = 'unasked';
    if (checked === true) this.ask(this.#asked);
  };

  private ask(question: number): void {
    const settle = (place: 'known' | 'unknown', position?: GeolocationPosition) => {
      if (question !== this.#asked) return;
      this.place = place;
      if (position === undefined) return;
      // The browser does not say how it was determined (GPS or other).
      const { latitude, longitude, accuracy } = position.coords;
      this.dispatchEvent(new LocationEvent({ latitude, longitude, accuracy }));
    };
    this.place = 'asked';
    if (!('geolocation' in navigator)) settle('unknown');
    else {
      navigator.geolocation.getCurrentPosition(
        position => settle('known', position),
        () => settle('unknown'),
        { enableHighAccuracy: true, timeout: TIMEOUT, maximumAge: 60_000 },
      );
    }
  }

  override render() {
    if (!this.#localize.ready) return nothing;
    const { t } = this.#localize.translator;
    return html`<label class="option">
        <input
          type="checkbox"
          aria-describedby="why"
          .checked=${this.place !== 'unasked'}
          @change=${this.handleChange}
        />
        <span>${t('share')}</span>
      </label>
      <p class="secondary-text" id="why">${t('why')}</p>
      <p class="secondary-text status" role="status">
        ${this.place === 'known' ? icon('check') : nothing}
        ${this.place === 'unasked' ? nothing : t(this.place)}
      </p>`;
  }
}

define('sign-session-location', LocationChoice);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-location': LocationChoice;
  }
}
