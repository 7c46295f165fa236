import { LitElement, html } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import './biometrics/biometrics.ts';
import './clock/clock.ts';
import { controls } from './controls.styles.ts';
import { LOCAL_CLIENTS } from './http/credentials.ts';
import { ServiceClient } from './http/service-client.ts';
import type { ActivityLog } from './log/activity-log.ts';
import './log/log.ts';
import { fieldsOf, type WidgetEventName } from './log/widget-events.ts';
import { styles } from './qa-console.styles.ts';
import './reset-dialog.ts';
import type { MadeByClient } from './made.ts';
import type { QaResults } from './results.ts';
import './results.ts';
import type { SessionCreatedEvent } from './session-form/session-created.ts';
import type { QaSessionForm } from './session-form/session-form.ts';
import './session-form/session-form.ts';
import { STAGE_WIDTHS } from './stage/stage-widths.ts';
import type { WidgetSpokeEvent, WidthChosenEvent } from './stage/stage.ts';
import './stage/stage.ts';

/** Events after which the service has something new to tell. */
const ENDINGS: readonly string[] = [
  'sign-completed',
  'sign-declined',
  'sign-expired',
  'sign-failed',
] satisfies WidgetEventName[];

const SIGNERS_ACTION = /^\/v1\/signing-sessions\/[^/]+\/(?:advance|resend-otp)$/;

/** Make a session, see it in the widget, watch everything that happens, read what comes of it. */
@customElement('qa-console')
export class QaConsole extends LitElement {
  static override readonly styles = [controls, styles];

  readonly #clients = LOCAL_CLIENTS.map(credentials => new ServiceClient(credentials));

  @state() private service = this.#clients[0] ?? new ServiceClient(LOCAL_CLIENTS[0]);
  @state() private made: MadeByClient | undefined;
  @state() private formOpen = true;
  @state() private stageWidth: number = STAGE_WIDTHS[0][1];
  /** Counts what may have changed something in the service. */
  @state() private revision = 0;
  @state() private resets = 0;

  @property({ attribute: false }) log!: ActivityLog;

  @query('qa-session-form') private readonly form!: QaSessionForm | null;
  @query('qa-results') private readonly results!: QaResults | null;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.handleKey);
    this.log.addEventListener('change', this.handleActivity);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.handleKey);
    this.log.removeEventListener('change', this.handleActivity);
  }

  override willUpdate(): void {
    // The columns make room for it: side by side, signers take the whole line.
    const width = this.stageWidth * Math.max(1, this.made?.sessions.length ?? 1);
    this.style.setProperty('--stage-room', `${width}px`);
  }

  private readonly handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // What a signer types in the widget is the signer's.
    if (event.composedPath().some(target => target instanceof Element && target.localName === 'sign-session'))
      return;
    event.preventDefault();
    void this.form?.create();
  };

  /** What the signer does may have sent a message or met a fault. */
  private readonly handleActivity = () => {
    const latest = this.log.activities.at(-1);
    if (latest?.kind === 'request' && SIGNERS_ACTION.test(latest.path)) this.revision += 1;
  };

  private readonly handleWidgetEvent = ({ original: event, signerIndex }: WidgetSpokeEvent) => {
    const place = signerIndex === undefined ? '' : `signer=${signerIndex} `;
    this.log.add({ kind: 'event', at: new Date(), name: event.type, detail: place + fieldsOf(event) });
    if (!ENDINGS.includes(event.type)) return;
    this.revision += 1;
    if (event.type === 'sign-completed') this.results?.showEvidence();
  };

  private readonly handleClient = (event: Event) => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const { value } = event.target;
    this.service = this.#clients.find(({ clientId }) => clientId === value) ?? this.service;
  };

  private readonly handleCreated = ({ made }: SessionCreatedEvent) => {
    this.made = { ...made, service: this.service };
    this.revision += 1;
  };

  private readonly handleReset = () => {
    this.made = undefined;
    this.revision += 1;
    this.resets += 1;
  };

  private readonly handleChange = () => {
    this.revision += 1;
  };

  private renderTop() {
    return html`<header>
      <h1>sign-session <span>console</span></h1>
      <label class="client">
        API client
        <select class="field" @change=${this.handleClient}>
          ${LOCAL_CLIENTS.map(({ clientId, label }) => html`<option value=${clientId}>${label}</option>`)}
        </select>
      </label>
      <button
        class="button"
        type="button"
        aria-expanded=${this.formOpen ? 'true' : 'false'}
        @click=${() => (this.formOpen = !this.formOpen)}
      >
        Form
      </button>
      <qa-biometrics .tenantId=${this.service.tenantId} .revision=${this.resets}></qa-biometrics>
      <qa-clock .revision=${this.resets} @clock-moved=${this.handleChange}></qa-clock>
      <qa-reset @service-reset=${this.handleReset}></qa-reset>
    </header>`;
  }

  override render() {
    const { service, made, revision } = this;
    return html`${this.renderTop()}
      <main class=${this.formOpen ? '' : 'wide'}>
        <qa-session-form
          ?hidden=${!this.formOpen}
          .service=${service}
          @session-created=${this.handleCreated}
        ></qa-session-form>
        <div class="work">
          <qa-stage
            .sessions=${made?.sessions ?? []}
            .width=${this.stageWidth}
            @widget-spoke=${this.handleWidgetEvent}
            @width-chosen=${({ width }: WidthChosenEvent) => (this.stageWidth = width)}
          ></qa-stage>
          <div class="watch">
            <qa-log .log=${this.log}></qa-log>
            <qa-results
              .service=${service}
              .made=${made}
              .revision=${revision}
              @session-changed=${this.handleChange}
            ></qa-results>
          </div>
        </div>
      </main>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-console': QaConsole;
  }
}
