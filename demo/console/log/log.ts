import { LitElement, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { controls } from '../controls.styles.ts';
import '../copy-button.ts';
import type { Activity, ActivityLog } from './activity-log.ts';
import { columnsOf, matches, shortened } from './activity-text.ts';
import { styles } from './log.styles.ts';

type Kind = 'all' | Activity['kind'];

const KINDS: readonly (readonly [Kind, string])[] = [
  ['all', 'Everything'],
  ['event', 'Events'],
  ['request', 'Requests'],
];

/** Everything that happened, newest last: filter it, copy it, clear it. */
@customElement('qa-log')
export class QaLog extends LitElement {
  static override readonly styles = [controls, styles];

  readonly #handleChange = () => this.requestUpdate();
  #atEnd = true;

  @state() private kind: Kind = 'all';
  @state() private words = '';

  @property({ attribute: false }) log!: ActivityLog;

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
    // Whoever has scrolled back to read something must not be pulled away from it.
    if (!this.hasUpdated) return;
    const { scrollTop, scrollHeight, clientHeight } = this.lines;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < 24;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#atEnd) this.lines.scrollTop = this.lines.scrollHeight;
  }

  private readonly handleKind = (event: Event) => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const { value } = event.target;
    this.kind = KINDS.find(([kind]) => kind === value)?.[0] ?? 'all';
  };

  private readonly handleWords = (event: Event) => {
    if (event.target instanceof HTMLInputElement) this.words = event.target.value.trim();
  };

  private get shown(): readonly Activity[] {
    return this.log.activities.filter(
      activity => (this.kind === 'all' || activity.kind === this.kind) && matches(activity, this.words),
    );
  }

  private renderTools(shown: readonly Activity[]) {
    const text = () => shown.map(activity => columnsOf(activity).join('\t').trimEnd()).join('\n');
    return html`<div class="tools">
      <label class="visually-hidden" for="kind">Show</label>
      <select id="kind" class="field" @change=${this.handleKind}>
        ${KINDS.map(([kind, name]) => html`<option value=${kind}>${name}</option>`)}
      </select>
      <label class="visually-hidden" for="words">Filter the log</label>
      <input id="words" class="field" type="search" placeholder="Filter" @input=${this.handleWords} />
      <qa-copy .text=${text} label="Copy the log" short="Copy"></qa-copy>
      <button class="button" type="button" aria-label="Clear the log" @click=${() => this.log.clear()}>
        Clear
      </button>
    </div>`;
  }

  private renderLine(activity: Activity) {
    const [time, what, about, outcome, duration] = columnsOf(activity);
    const bad = activity.kind === 'request' && !(Number(activity.outcome) < 400);
    return html`<li class=${activity.kind}>
      <span class="time">${time}</span>
      <span class="what">${what}</span>
      <span class="about" title=${about}>${shortened(about)}</span>
      <span class="outcome ${bad ? 'bad' : ''}">${outcome}</span>
      <span class="duration">${duration}</span>
    </li>`;
  }

  override render() {
    const { shown } = this;
    const { length } = this.log.activities;
    return html`<section class="pane" aria-labelledby="heading">
      <div class="head">
        <h2 id="heading">
          Log <span class="count">${shown.length === length ? length : `${shown.length} of ${length}`}</span>
        </h2>
        ${this.renderTools(shown)}
      </div>
      <div class="lines" role="region" aria-label="Log lines" tabindex="0">
        <ol>
          ${shown.map(activity => this.renderLine(activity))}
        </ol>
        ${shown.length === 0 ? html`<p class="empty">Events of the widget and requests of this page.</p>` : nothing}
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-log': QaLog;
  }
}
