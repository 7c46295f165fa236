import { LitElement, type PropertyValues } from 'lit';
import { property, query } from 'lit/decorators.js';
import type { Translator } from '../i18n/translator.ts';
import type { SessionSnapshot } from '../session/state.ts';
import type { Intent } from '../session/intents.ts';
import { IntentEvent } from './intent.ts';

/**
 * Base class of all screens: an element rendered from the session's snapshot, with one heading that gets the focus when
 * the screen appears. Its own state is lost with it.
 */
export abstract class ScreenElement extends LitElement {
  @property({ attribute: false }) translator!: Translator;
  @property({ attribute: false }) snapshot!: SessionSnapshot;

  @query('h2') private readonly heading!: HTMLElement | null;

  /** The heading's text, for the live region. */
  get headingText(): string {
    return this.heading?.textContent.trim() ?? '';
  }

  /** Moves the focus to the heading, without scrolling the host page more than needed. */
  focusHeading(): void {
    this.heading?.focus();
  }

  /** When the focused control is removed, keeps the focus in the screen instead of losing it to the page. */
  protected override update(changed: PropertyValues): void {
    const focused = this.matches(':focus-within');
    super.update(changed);
    if (focused && !this.matches(':focus-within')) this.focusNext();
  }

  /** Moves the focus when its control was removed. */
  protected focusNext(): void {
    this.focusHeading();
  }

  protected dispatchIntent(intent: Intent): void {
    this.dispatchEvent(new IntentEvent(intent));
  }
}
