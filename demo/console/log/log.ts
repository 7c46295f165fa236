import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import type { Activity, ActivityLog, Exchange, RequestActivity } from './activity-log.ts';
import { styles } from './log.styles.ts';
import { PLACEHOLDERS } from './watch-requests.ts';
import '../ui/copy-button.ts';

const two = (number: number, digits = 2) => String(number).padStart(digits, '0');

/** Local time with milliseconds: `14:02:09.041`. */
function timeText(at: Date): string {
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map(part => two(part)).join(':');
  return `${clock}.${two(at.getMilliseconds(), 3)}`;
}

/** An activity as the columns of one line: time, name, subject, result, duration. */
export function columnsOf(activity: Activity): readonly [string, string, string, string, string] {
  const time = timeText(activity.at);
  switch (activity.kind) {
    case 'event':
      return [time, activity.name, activity.detail, '', ''];
    case 'request': {
      const { method, path, action, outcome, duration } = activity;
      const about = action === undefined ? path : `${path} ${action}`;
      return [time, method, about, String(outcome), `${duration} ms`];
    }
  }
}

/** Whether a request failed. An aborted request did not fail. */
function isFailure(activity: Activity): boolean {
  if (activity.kind === 'event') return activity.name === 'sign-error';
  const { outcome } = activity;
  return outcome === 'no answer' || (typeof outcome === 'number' && outcome >= 400);
}

/** Shortens the service's ids, such as `ss_6S04…`. */
export function shortened(text: string): string {
  return text.replaceAll(/\b([a-z]{2,4}_\w{4})\w{12,}/g, '$1…');
}

/** Whether a line matches a search: it contains every word, ignoring case. */
export function matches(activity: Activity, words: string): boolean {
  const line = columnsOf(activity).join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every(word => line.includes(word));
}

const VARIABLE = new RegExp(
  String.raw`\$(?!(?:${PLACEHOLDERS.map(name => name.slice(1)).join('|')})(?![A-Z_]))`,
  'g',
);

/** Quotes a text as one word of a POSIX shell, in which only the log's variables are expanded. */
export function shellText(text: string): string {
  if (!PLACEHOLDERS.some(name => text.includes(name))) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = text.replaceAll(/[\\"`]/g, String.raw`\$&`).replaceAll(VARIABLE, String.raw`\$`);
  return `"${escaped}"`;
}

/** Headers that curl or the browser set by themselves. */
const OWN_HEADERS = /^(content-length|origin|referer|user-agent|sec-.*|accept-encoding)$/i;

/** A request as a curl command. @param origin of the service, for relative paths */
export function curlOf({ method, url, requestHeaders, requestBody }: Exchange, origin: string): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${shellText(new URL(url, origin).href)}`];
  for (const [name, value] of requestHeaders) {
    if (!OWN_HEADERS.test(name)) lines.push(`-H ${shellText(`${name}: ${value}`)}`);
  }
  if (requestBody !== undefined) lines.push(`--data-raw ${shellText(requestBody)}`);
  return lines.join(' \\\n  ');
}

/** Where the manual says what an error means and what to do: a code of `sign-error` or the type of a problem. */
export const errorAddress = (code: string): string => `/manual/errors.html#${code}`;

/** The problem's type in a response body. */
function problemType(body: string | undefined): string | undefined {
  try {
    const { type }: { type?: unknown } = Object(JSON.parse(body ?? 'null'));
    return typeof type === 'string' && /^[a-z-]+$/.test(type) ? type : undefined;
  } catch {
    return undefined;
  }
}

/** The code of the error that an event or an answer tells of; undefined if it tells of none. */
export function errorCode(activity: Activity): string | undefined {
  if (activity.kind === 'event')
    return activity.name === 'sign-error' ? /\bcode=(\w+)/.exec(activity.detail)?.[1] : undefined;
  const { outcome, exchange } = activity;
  return typeof outcome === 'number' && outcome >= 400 ? problemType(exchange.responseBody) : undefined;
}

type Headers = Exchange['requestHeaders'];

/** A request with its response: headers, bodies, and the request as a curl command. */
@customElement('qa-exchange')
class QaExchange extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: grid;
        font-family: Inter, system-ui, 'Segoe UI', Roboto, sans-serif;
        gap: 8px;
        padding: 4px 12px 12px;
      }

      h3 {
        align-items: center;
        color: var(--ink-2);
        display: flex;
        font-size: 12px;
        justify-content: space-between;
      }

      pre {
        background: var(--backdrop);
        border-radius: 8px;
        margin: 0;
        max-height: 18rem;
        overflow: auto;
        padding: 8px 10px;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) exchange!: Exchange;

  private renderSide(name: string, headers: Headers, body: string | undefined) {
    if (headers.length === 0 && body === undefined) return nothing;
    const lines = headers.map(([header, value]) => `${header}: ${value}`);
    const text = [...lines, ...(body === undefined ? [] : ['', body])].join('\n').trim();
    return html`<h3>${name}</h3>
      <pre tabindex="0" aria-label=${name}>${text}</pre>`;
  }

  override render() {
    const { exchange } = this;
    const command = curlOf(exchange, location.origin);
    return html`<h3>curl <qa-copy small .text=${() => command} label="Copy the curl command"></qa-copy></h3>
      <pre tabindex="0" aria-label="curl">${command}</pre>
      ${this.renderSide('Request', exchange.requestHeaders, exchange.requestBody)}
      ${this.renderSide('Answer', exchange.responseHeaders, exchange.responseBody)}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-exchange': QaExchange;
  }
}

/** The widget's events or the page's requests, newest last. They can be filtered, opened, copied and cleared. */
@customElement('qa-log')
class QaLog extends LitElement {
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
