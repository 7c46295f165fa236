import { LitElement, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import '../ui/copy-button.ts';
import type { Activity, ActivityLog, RequestActivity } from './activity-log.ts';
import { columnsOf, isFailure, matches, shortened } from './activity-text.ts';
import { errorAddress, errorCode } from './error-address.ts';
import './exchange-view.ts';
import { styles } from './log.styles.ts';

/** The widget's events or the page's requests, newest last. They can be filtered, opened, copied and cleared. */
@customElement('qa-log')
export class QaLog extends LitElement {
  static override readonly styles = [controls, styles];

  readonly #handleChange = () => this.requestUpdate();
  #atEnd = true;

  @state() private words = '';
  /** Whether the console's own requests are shown too. */
  @state() private withOwn = false;
  @state() private opened: ReadonlySet<Date> = new Set();

  @property({ attribute: false }) log!: ActivityLog;
  @property({ attribute: false }) kind: Activity['kind'] = 'event';

  @query('.lines') private readonly lines!: HTMLElement;

  override connectedCallback(): void {
    super.connectedCallback();
    this.log.addEventListener('change', this.#handleChange);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.log.removeEventListener('change', this.#handleChange);
  }

  override willUpdate(): void {
    // Don't scroll while the user has scrolled back.
    if (!this.hasUpdated) return;
    const { scrollTop, scrollHeight, clientHeight } = this.lines;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < 24;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#atEnd && this.opened.size === 0) this.lines.scrollTop = this.lines.scrollHeight;
  }

  private readonly handleWords = (event: Event) => {
    if (event.target instanceof HTMLInputElement) this.words = event.target.value.trim();
  };

  private readonly handleOwn = (event: Event) => {
    if (event.target instanceof HTMLInputElement) this.withOwn = event.target.checked;
  };

  private toggle(at: Date): void {
    const opened = new Set(this.opened);
    if (!opened.delete(at)) opened.add(at);
    this.opened = opened;
  }

  private get shown(): readonly Activity[] {
    const { kind, withOwn, words } = this;
    return this.log.activities.filter(
      activity =>
        activity.kind === kind &&
        (activity.kind === 'event' || withOwn || activity.by === 'widget') &&
        matches(activity, words),
    );
  }

  private renderTools(shown: readonly Activity[]) {
    const text = () => shown.map(activity => columnsOf(activity).join('\t').trimEnd()).join('\n');
    return html`<div class="tools">
      <input
        class="field"
        type="search"
        aria-label="Filter the log"
        placeholder="Filter"
        @input=${this.handleWords}
      />
      ${
        this.kind === 'event'
          ? nothing
          : html`<label class="switch">
              <input type="checkbox" .checked=${this.withOwn} @change=${this.handleOwn} /> Console’s own
            </label>`
      }
      <qa-copy small .text=${text} label="Copy the log" short="Copy"></qa-copy>
      <button class="button small" type="button" aria-label="Clear the log" @click=${() => this.log.clear()}>
        Clear
      </button>
    </div>`;
  }

  private renderEvent(activity: Activity) {
    const [time, what, about] = columnsOf(activity);
    return html`<li class="event">
      <span class="time">${time}</span>
      <span class="what ${isFailure(activity) ? 'bad' : ''}">${what}</span>
      <span class="about" title=${about}>${shortened(about)} ${renderHelp(activity)}</span>
    </li>`;
  }

  private renderRequest(activity: RequestActivity) {
    const [time, what, about, outcome, duration] = columnsOf(activity);
    const isOpen = this.opened.has(activity.at);
    const result = isFailure(activity) ? 'bad' : typeof activity.outcome === 'number' ? 'good' : '';
    return html`<li class="request">
      <button
        class="line"
        type="button"
        aria-expanded=${isOpen ? 'true' : 'false'}
        @click=${() => this.toggle(activity.at)}
      >
        <span class="time">${time}</span>
        <span class="what">${what}</span>
        <span class="outcome ${result}">${outcome}</span>
        <span class="duration">${duration}</span>
        <span class="about" title=${about}>${shortened(about)}</span>
      </button>
      ${
        isOpen
          ? html`${renderHelp(activity)}<qa-exchange .exchange=${activity.exchange}></qa-exchange>`
          : nothing
      }
    </li>`;
  }

  override render() {
    const { shown, kind } = this;
    const isEvents = kind === 'event';
    const empty = isEvents
      ? 'What the widget tells its page is listed here.'
      : 'The widget’s requests are listed here. Each opens to its headers, bodies and curl command.';
    return html`${this.renderTools(shown)}
      <div class="lines" role="region" aria-label=${isEvents ? 'Events' : 'Requests'} tabindex="0">
        <ol>
          ${shown.map(activity =>
            activity.kind === 'event' ? this.renderEvent(activity) : this.renderRequest(activity),
          )}
        </ol>
        ${shown.length === 0 ? html`<p class="empty">${empty}</p>` : nothing}
      </div>`;
  }
}

/** A link to what the manual says of the error. */
function renderHelp(activity: Activity) {
  const code = errorCode(activity);
  if (code === undefined) return nothing;
  return html`<a class="help" href=${errorAddress(code)} target="_blank" rel="noopener"
    >What ${code} means</a
  >`;
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-log': QaLog;
  }
}
