import { LitElement, type PropertyValues, type TemplateResult, html, noChange, nothing } from 'lit';
import { property, query } from 'lit/decorators.js';
import { Directive, type ElementPart, directive } from 'lit/directive.js';
import type { MessageKey } from '../i18n/messages.ts';
import type { Translator } from '../i18n/translator.ts';
import type { ActionError } from '../session/errors.ts';
import type { Intent, Pending } from '../session/intents.ts';
import type { SessionSnapshot } from '../session/state.ts';
import { icon } from '../ui/icon.ts';
import { IntentEvent } from './intent.ts';

/** What became of an action that had no effect, as most screens tell it. */
type Effect = 'notDone' | 'busy' | 'refused' | 'unknown';

const EFFECTS: Readonly<Record<ActionError['reason'], Effect>> = {
  notDone: 'notDone',
  busy: 'busy',
  tooMany: 'busy',
  refused: 'refused',
  exhausted: 'refused',
  unknown: 'unknown',
};

/**
 * What all screens are: an element drawn from the session's snapshot, with one heading that takes the focus
 * when the screen appears. Its own state dies with it.
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

  /** A control that goes away with the focus on it must not drop the signer at the top of the page. */
  protected override update(changed: PropertyValues): void {
    const focused = this.matches(':focus-within');
    super.update(changed);
    if (focused && !this.matches(':focus-within')) this.focusNext();
  }

  /** Where the focus goes when its control is gone. */
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
   * Says, where the signer's eyes are, that their last action had no effect; or that nobody knows, with a way to
   * find out.
   */
  protected renderError(
    words = (effect: Effect, error: ActionError): string => this.translator.t(this.errorKey(effect, error)),
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
        ${icon('alert')}
        <div>
          <p>${words(EFFECTS[error.reason], error)}</p>
          ${error.reason === 'unknown' ? check : nothing}
        </div>
      </div>
    </div>`;
  }

  /** The words for what became of accepting or declining. Nobody signs an action: they confirm it. */
  private errorKey(effect: Effect, { action }: ActionError): MessageKey {
    if (action === 'decline')
      return effect === 'unknown' ? 'problem.declineUnknown' : 'problem.declineNotDone';
    const { state } = this.snapshot;
    const key = effect === 'unknown' ? 'error.unknown' : (`problem.${effect}` as const);
    return state.phase === 'open' && state.view.purpose === 'action' ? `${key}.action` : key;
  }

  /**
   * The one primary action, which says so while it is under way.
   *
   * @param act without it the button sends the form that it is in.
   */
  protected renderSubmit(
    action: Pending,
    text: string,
    busyText: string,
    act?: () => unknown,
  ): TemplateResult {
    return html`<button
      class="button primary"
      type=${act === undefined ? 'submit' : 'button'}
      part="submit"
      aria-disabled=${String(this.busy)}
      @click=${act ?? nothing}
    >
      ${this.snapshot.pending === action ? html`<span class="spinner"></span>${busyText}` : text}
    </button>`;
  }

  protected renderDecline(text = this.translator.t('accept.decline')): TemplateResult {
    return html`<button
      class="button quiet"
      type="button"
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

/** In the tag of a screen: gives it properties, and hides it where another screen lies over it. */
export const screenProperties = directive(ScreenProperties);
