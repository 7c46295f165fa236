import { css, type CSSResultOrNative, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import type { Intent } from '../../session/intents.ts';
import { controls } from '../../ui/controls.styles.ts';
import { IntentEvent } from '../screen.ts';
import { LazyScreenElement } from '../lazy-screen.ts';
import { screen } from '../screen.styles.ts';

/**
 * A part of the certificate screen that draws one source of certificates. It has what its screen has, the session and
 * the texts, and what the signer does in it is the screen's.
 */
export abstract class CertificatePart extends LazyScreenElement<'certificate'> {
  static override readonly styles: CSSResultOrNative[] = [
    controls,
    screen,
    // Its parts are the screen's: its actions are the bar of the screen.
    css`
      :host {
        display: contents;
      }
    `,
  ];

  readonly #follower = { hostUpdated: () => this.requestUpdate() };

  /** The screen that this is a part of. */
  @property({ attribute: false }) screen!: LazyScreenElement<'certificate'>;

  override connectedCallback(): void {
    super.connectedCallback();
    // On its first connection it may be upgraded before its properties are there.
    if (this.hasUpdated) this.screen.addController(this.#follower);
  }

  override firstUpdated(changed: PropertyValues): void {
    super.firstUpdated(changed);
    this.screen.addController(this.#follower);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const { view, translator, snapshot, messages } = this.screen;
    Object.assign(this, { view, translator, snapshot, messages });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.screen.removeController(this.#follower);
  }

  /** To the screen: events do not leave its shadow tree. */
  protected override dispatchIntent(intent: Intent): void {
    this.screen.dispatchEvent(new IntentEvent(intent));
  }
}
