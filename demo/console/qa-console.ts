import { LitElement, html } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { CameraChosenEvent } from './conditions/conditions.ts';
import { controls } from './controls.styles.ts';
import { LOCAL_CLIENTS } from './http/credentials.ts';
import { ServiceClient } from './http/service-client.ts';
import type { ActivityLog } from './log/activity-log.ts';
import type { SimulatedNetwork } from './log/network.ts';
import { fieldsOf, type WidgetEventName } from './log/widget-events.ts';
import { makeSessions } from './make-sessions.ts';
import type { MadeByClient } from './made.ts';
import type { ClientChosenEvent } from './menu.ts';
import './menu.ts';
import type { QaPanel } from './panel/panel.ts';
import './panel/panel.ts';
import type { DeviceChosenEvent } from './preview/device-chosen.ts';
import './preview/device-toolbar.ts';
import type { DeviceSettings } from './preview/devices.ts';
import './preview/preview.ts';
import { simulateCamera, type CameraMode } from './preview/simulated-camera.ts';
import { styles } from './qa-console.styles.ts';
import './service-time.ts';
import { ServiceWatch } from './service-watch.ts';
import type { QaSessionForm } from './session-form/session-form.ts';
import './session-form/session-form.ts';
import { requestMembers } from './session-form/session-request.ts';
import type { EvidenceWantedEvent } from './sessions/session-list.ts';
import { fromFragment, toFragment } from './settings/address.ts';
import type { SettingsChangedEvent } from './settings/settings-changed.ts';
import type { Settings } from './settings/settings.ts';
import { symbol } from './ui/symbols.ts';

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
  readonly #watch = new ServiceWatch(this);
  readonly #shared = fromFragment(location.hash);

  @state() private service = this.#clients[0] ?? new ServiceClient(LOCAL_CLIENTS[0]);
  @state() private settings: Settings = this.#shared.settings;
  @state() private device: DeviceSettings = this.#shared.device;
  @state() private camera: CameraMode = 'own';
  @state() private made: MadeByClient | undefined;
  @state() private earlierMessages: ReadonlySet<string> = new Set();
  @state() private isCustomising = true;
  @state() private isLeftOpen = false;
  @state() private busy = false;
  @state() private remark = '';
  /** Counts how often the widgets were made anew. */
  @state() private generation = 0;
  @state() private isPresent = true;
  /** Counts what may have changed something in the service. */
  @state() private revision = 0;

  @property({ attribute: false }) log!: ActivityLog;
  @property({ attribute: false }) network!: SimulatedNetwork;

  @query('qa-session-form') private readonly form!: QaSessionForm | null;
  @query('qa-panel') private readonly panel!: QaPanel;

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

  override updated(): void {
    const { settings, device } = this;
    const fragment = toFragment({ settings, device, scenario: undefined });
    if (fragment !== location.hash.slice(1))
      history.replaceState(null, '', fragment === '' ? '/' : `#${fragment}`);
  }

  private readonly handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // What a signer types in the widget is the signer's.
    if (event.composedPath().some(target => target instanceof Element && target.localName === 'sign-session'))
      return;
    event.preventDefault();
    void this.create();
  };

  /** Makes the session that the settings describe; what is wrong is shown in the form. */
  private async create(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.remark = '';
    this.log.clear();
    const startedAt = performance.now();
    const earlier = new Set(this.#watch.messages.map(({ id }) => id));
    try {
      const { service } = this;
      const made = await makeSessions(service, this.settings, await this.form?.file());
      this.remark = `Created in ${Math.round(performance.now() - startedAt)} ms.`;
      await this.form?.complain(undefined);
      this.show({ ...made, service }, earlier);
    } catch (error) {
      this.isCustomising = true;
      await this.updateComplete;
      await this.form?.complain(error);
    } finally {
      this.busy = false;
    }
  }

  private show(made: MadeByClient | undefined, earlier: ReadonlySet<string>): void {
    this.made = made;
    this.earlierMessages = earlier;
    this.isPresent = true;
    this.isLeftOpen = false;
    this.#watch.follow(made);
    this.revision += 1;
  }

  /** What the signer does may have sent a message or met a fault. */
  private readonly handleActivity = () => {
    const latest = this.log.activities.at(-1);
    if (latest?.kind === 'request' && latest.by === 'widget' && SIGNERS_ACTION.test(latest.path))
      this.handleChange();
  };

  private readonly handleWidgetEvent = (event: Event, signerIndex: number | undefined) => {
    const place = signerIndex === undefined ? '' : `signer=${signerIndex} `;
    this.log.add({ kind: 'event', at: new Date(), name: event.type, detail: place + fieldsOf(event) });
    if (!ENDINGS.includes(event.type)) return;
    this.handleChange();
    if (event.type === 'sign-completed') this.panel.showEvidence();
  };

  private readonly handleClient = ({ clientId }: ClientChosenEvent) => {
    this.service = this.#clients.find(client => client.clientId === clientId) ?? this.service;
  };

  private readonly handleReset = () => {
    this.log.clear();
    this.show(undefined, new Set());
  };

  private readonly handleChange = () => {
    this.revision += 1;
    this.#watch.look();
  };

  private readonly handleReload = () => {
    this.isPresent = true;
    this.generation += 1;
  };

  private readonly handleCamera = ({ camera }: CameraChosenEvent) => {
    this.camera = camera;
    simulateCamera(camera);
  };

  private readonly handleEvidenceWanted = ({ transactionId }: EvidenceWantedEvent) => {
    this.panel.show(transactionId, this.service);
  };

  private get appearance(): Readonly<Record<string, string>> {
    const { appearance = {} } = requestMembers(this.settings);
    return Object.fromEntries(
      Object.entries(Object(appearance)).map(([name, value]) => [name, String(value)]),
    );
  }

  private renderTop() {
    return html`<header>
      <button
        class="button quiet opens-left"
        type="button"
        aria-label="Scenarios"
        aria-expanded=${this.isLeftOpen ? 'true' : 'false'}
        @click=${() => (this.isLeftOpen = !this.isLeftOpen)}
      >
        ${symbol('list')}
      </button>
      <h1>sign-session <span>console</span></h1>
      <span class="environment"
        >${this.service.tenantId === 'tenant_local' ? 'SANDBOX · local' : 'PRODUCTION · local'}</span
      >
      <div class="end">
        <qa-service-time .shift=${this.#watch.shift}></qa-service-time>
        <qa-menu
          .service=${this.service}
          .revision=${this.revision}
          @client-chosen=${this.handleClient}
          @evidence-wanted=${this.handleEvidenceWanted}
          @service-reset=${this.handleReset}
        ></qa-menu>
      </div>
    </header>`;
  }

  private renderLeft() {
    return html`<div class="left ${this.isLeftOpen ? 'open' : ''}">
      <qa-session-form
        .settings=${this.settings}
        .busy=${this.busy}
        .remark=${this.remark}
        @settings-changed=${({ settings }: SettingsChangedEvent) => (this.settings = settings)}
        @create-wanted=${() => this.create()}
        @form-closed=${() => (this.isCustomising = false)}
      ></qa-session-form>
    </div>`;
  }

  private renderMiddle() {
    const { device, made, generation, isPresent } = this;
    return html`<div class="middle">
      <qa-device-toolbar
        .device=${device}
        @device-chosen=${({ device: chosen }: DeviceChosenEvent) => (this.device = chosen)}
      >
        <button
          class="button quiet"
          type="button"
          aria-label="Reload the element"
          title="Reload the element"
          @click=${this.handleReload}
        >
          ${symbol('reload')}
        </button>
        <button
          class="button quiet"
          type="button"
          aria-label="Take the element off the page"
          title="Take the element off the page"
          aria-pressed=${isPresent ? 'false' : 'true'}
          @click=${() => (this.isPresent = !isPresent)}
        >
          ${symbol('cross')}
        </button>
      </qa-device-toolbar>
      <qa-preview
        .sessions=${made?.sessions ?? []}
        .device=${device}
        .appearance=${this.appearance}
        .generation=${generation}
        .present=${isPresent}
        .onWidgetEvent=${this.handleWidgetEvent}
      ></qa-preview>
      <qa-conditions
        .faults=${this.#watch.faults}
        .shift=${this.#watch.shift}
        .network=${this.network}
        .camera=${this.camera}
        @service-changed=${this.handleChange}
        @camera-chosen=${this.handleCamera}
      ></qa-conditions>
    </div>`;
  }

  override render() {
    const { service, made, revision, log } = this;
    return html`${this.renderTop()}
      <main class=${this.isCustomising ? 'customising' : ''}>
        ${this.renderLeft()} ${this.renderMiddle()}
        <div class="right">
          <qa-panel
            .service=${service}
            .made=${made}
            .log=${log}
            .messages=${this.#watch.messages}
            .earlierMessages=${this.earlierMessages}
            .deliveries=${this.#watch.deliveries}
            .revision=${revision}
            @session-changed=${this.handleChange}
          ></qa-panel>
        </div>
      </main>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-console': QaConsole;
  }
}
