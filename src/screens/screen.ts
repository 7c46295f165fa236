/** What a screen is given and raises. */
import { html, LitElement, noChange, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import type { MessageKey } from '../i18n/messages/message-keys.ts';
import type { Translator } from '../i18n/translator.ts';
import type { ActionError } from '../session/errors.ts';
import type { Intent, PendingAction } from '../session/intents.ts';
import type { SessionSnapshot } from '../session/state.ts';
import { icon } from '../ui/icon.ts';

/** Carries an intent from a screen to the public element. */
export class IntentEvent extends Event {
  static readonly type = 'intent';
  readonly intent: Intent;

  constructor(intent: Intent) {
    super(IntentEvent.type, { bubbles: true });
    this.intent = intent;
  }
}

declare global {
  interface HTMLElementEventMap {
    intent: IntentEvent;
  }
}

/** The message of an action that had no effect, as most screens show it. */
export type Effect = 'notDone' | 'busy' | 'refused' | 'unknown';

const EFFECTS: Readonly<Record<Exclude<ActionError['reason'], 'offline'>, Effect>> = {
  notDone: 'notDone',
  busy: 'busy',
  tooMany: 'busy',
  refused: 'refused',
  exhausted: 'refused',
  unknown: 'unknown',
};

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

  /**
   * Moves the focus to where a new screen starts: its heading, or a field that is the only thing to do.
   *
   * @returns what a screen reader does not read by itself, because the focus is not on it.
   */
  focusFirst(): string {
    this.focusHeading();
    return '';
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

  /** Is a request under way? */
  protected get busy(): boolean {
    return this.snapshot.pending !== undefined;
  }

  /**
   * Shows next to the action that it had no effect, or that its outcome is unknown, with a button to check it.
   */
  protected renderError(
    words = (effect: Effect, error: ActionError): string => this.translator.t(this.#errorKey(effect, error)),
  ): TemplateResult {
    const { error, pending } = this.snapshot;
    if (error === undefined) return html`<div role="alert"></div>`;
    const check = html`<button
      class="button quiet"
      type="button"
      aria-disabled=${String(pending === 'check')}
      @click=${() => this.dispatchIntent({ kind: 'reload' })}
    >
      ${this.translator.t('action.reload')}
    </button>`;
    return html`<div role="alert">
      <div class="notice warn">
        ${icon(error.reason === 'offline' ? 'offline' : 'alert')}
        <div>
          <p>${this.errorWords(error, words)}</p>
          ${error.reason === 'unknown' ? check : nothing}
        </div>
      </div>
    </div>`;
  }

  /** Without a connection every screen says the same; else the screen's own words. */
  protected errorWords(error: ActionError, words: (effect: Effect, error: ActionError) => string): string {
    const { reason, wasDisconnected } = error;
    if (reason === 'offline') return this.translator.t('problem.offline');
    if (reason === 'unknown' && wasDisconnected) return this.translator.t('problem.disconnected');
    return words(EFFECTS[reason], error);
  }

  /** The message about accepting or declining. An action is not signed but confirmed. */
  #errorKey(effect: Effect, { action }: ActionError): MessageKey {
    if (action === 'decline')
      return effect === 'unknown' ? 'problem.declineUnknown' : 'problem.declineNotDone';
    const { state } = this.snapshot;
    const key = effect === 'unknown' ? 'error.unknown' : (`problem.${effect}` as const);
    return state.phase === 'open' && state.view.purpose === 'action' ? `${key}.action` : key;
  }

  /**
   * The primary button, which shows when its action is under way.
   *
   * @param act without it the button submits its form.
   * @param isWaiting it can be pressed, but does not act yet.
   */
  protected renderSubmit(
    action: PendingAction,
    text: unknown,
    busyText: string,
    act?: () => unknown,
    isWaiting = false,
  ): TemplateResult {
    return html`<button
      class="button primary ${isWaiting ? 'waiting' : ''}"
      type=${act === undefined ? 'submit' : 'button'}
      part="submit"
      aria-disabled=${String(this.busy)}
      @click=${act ?? nothing}
    >
      ${this.snapshot.pending === action ? html`<span class="spinner"></span>${busyText}` : text}
    </button>`;
  }

  /** Takes the place of an action that needs the document, where the document did not load. */
  protected renderRetryDocument(): TemplateResult {
    return html`<button
      class="button primary"
      type="button"
      @click=${() => this.dispatchIntent({ kind: 'retryDocument' })}
    >
      ${this.translator.t('action.retry')}
    </button>`;
  }

  protected renderDecline(text = this.translator.t('accept.decline')): TemplateResult {
    return html`<button
      class="button quiet"
      type="button"
      part="decline"
      @click=${() => this.dispatchIntent({ kind: 'openDecline' })}
    >
      ${text}
    </button>`;
  }
}

class ScreenProperties extends Directive {
  override render(_properties: object, _isBehindOverlay: boolean): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [properties, isBehindOverlay]: [object, boolean]): unknown {
    Object.assign(element, properties);
    element.className = isBehindOverlay ? 'behind-overlay' : 'screen';
    element.toggleAttribute('hidden', isBehindOverlay);
    return noChange;
  }
}

/** For the tag of a screen: sets its properties, and hides it while another screen is shown over it. */
export const screenProperties = directive(ScreenProperties);
