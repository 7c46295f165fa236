import { LitElement, html, type PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { codeInput } from './code/code-samples.ts';
import { ConsoleController } from './console-controller.ts';
import { controls } from './ui/controls.styles.ts';
import { ServiceProblem, explain } from './http/service-client.ts';
import type { ActivityLog } from './log/activity-log.ts';
import type { SimulatedNetwork } from './log/network.ts';
import type { QaPanel } from './panel/panel.ts';
import type { DeviceSettings } from './preview/devices.ts';
import type { CameraMode } from './preview/simulated-camera.ts';
import type { PreviewState, QaPreviewColumn } from './preview-column.ts';
import { styles } from './qa-console.styles.ts';
import './result-column.ts';
import { settingsOf, type Scenario } from './scenarios/scenario.ts';
import { findScenario } from './scenarios/scenarios.ts';
import { fromFragment, toFragment } from './address.ts';
import type { Settings } from './settings/settings.ts';
import type { QaSideColumn } from './side-column.ts';
import './top-bar.ts';
import { symbol } from './ui/symbols.ts';
import './panel/panel.ts';
import './preview-column.ts';
import './side-column.ts';

/** The console's page: run a scenario or create a session, use the widget, read requests, events and evidence. */
@customElement('qa-console')
class QaConsole extends LitElement {
  static override readonly styles = [controls, styles];

  readonly #shared = fromFragment(location.hash);
  #controller!: ConsoleController;

  @state() private settings: Settings = this.#shared.settings;
  @state() private device: DeviceSettings = this.#shared.device;
  /** The scenario that the settings come from. */
  @state() private scenario: Scenario | undefined = findScenario(this.#shared.scenario);
  @state() private isCustomising = false;
  /** On narrow windows the left column covers the device while it is open: at first, unless the address names a scenario. */
  @state() private isLeftOpen = this.scenario === undefined;
  @state() private busy = false;
  @state() private problem: string | undefined;

  @property({ attribute: false }) log!: ActivityLog;
  @property({ attribute: false }) network!: SimulatedNetwork;

  @query('qa-side-column') private readonly column!: QaSideColumn;
  @query('qa-preview-column') private readonly preview!: QaPreviewColumn;
  @query('qa-panel') private readonly panel!: QaPanel;

  override connectedCallback(): void {
    this.#controller ??= new ConsoleController(this, this.log, this.network);
    super.connectedCallback();
    addEventListener('keydown', this.handleKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.handleKey);
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { settings, device, scenario } = this;
    const fragment = toFragment({ settings, device, scenario: scenario?.id });
    if (fragment === location.hash.slice(1)) return;
    history.replaceState(null, '', fragment === '' ? location.pathname : `#${fragment}`);
  }

  private readonly handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') this.isLeftOpen = false;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // Keys typed in the widget are for the widget.
    if (event.composedPath().some(target => target instanceof Element && target.localName === 'sign-session'))
      return;
    event.preventDefault();
    void this.create();
  };

  private async runOnce(task: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = undefined;
    try {
      await task();
      this.isLeftOpen = false;
    } finally {
      this.busy = false;
    }
  }

  /** Creates the session that the settings describe; errors are shown in the form. */
  private readonly create = () =>
    this.runOnce(async () => {
      try {
        await this.#controller.create(this.settings, await this.column.file());
        await this.column.showErrors(undefined);
      } catch (error) {
        this.isCustomising = true;
        await this.updateComplete;
        await this.column.showErrors(error);
        if (!(error instanceof ServiceProblem)) this.problem = explain(error);
      }
    });

  private readonly handleScenario = ({ detail: scenario }: CustomEvent<Scenario>) =>
    this.runOnce(async () => {
      this.scenario = scenario;
      this.settings = settingsOf(scenario);
      try {
        await this.#controller.runScenario(scenario);
      } catch (error) {
        this.problem = explain(error);
      }
    });

  private readonly handleWidgetEvent = (event: Event, signerIndex: number | undefined) => {
    void this.#controller.handleWidgetEvent(event, signerIndex);
    if (event.type === 'sign-completed') this.panel.showEvidence();
  };

  private readonly handleSettings = ({ detail }: CustomEvent<Settings>) => {
    this.settings = detail;
  };

  private readonly handleCustomise = () => {
    this.isCustomising = !this.isCustomising;
    this.isLeftOpen = this.isCustomising;
  };

  private readonly handleEvidenceWanted = ({ detail: transactionId }: CustomEvent<string>) => {
    this.panel.show(transactionId, this.#controller.service);
  };

  private renderTop() {
    const { service, revision, watch } = this.#controller;
    return html`<qa-top-bar
      .service=${service}
      .shift=${watch.shift}
      .revision=${revision}
      @client-chosen=${({ detail: clientId }: CustomEvent<string>) => this.#controller.useClient(clientId)}
      @evidence-wanted=${this.handleEvidenceWanted}
      @service-reset=${() => void this.#controller.clear()}
    >
      <button
        class="button opens-left"
        type="button"
        aria-expanded=${this.isLeftOpen ? 'true' : 'false'}
        @click=${() => (this.isLeftOpen = !this.isLeftOpen)}
      >
        ${symbol('list')} Scenarios
      </button>
    </qa-top-bar>`;
  }

  private renderLeft() {
    return html`<div class="left ${this.isLeftOpen ? 'open' : ''}">
      <button class="button primary skip" type="button" @click=${() => this.preview.focusDevices()}>
        Skip to the device
      </button>
      <qa-side-column
        .settings=${this.settings}
        .selected=${this.scenario?.id}
        .isCustomising=${this.isCustomising}
        .busy=${this.busy}
        .remark=${this.#controller.remark}
        .findings=${this.#controller.findings}
        @scenario-wanted=${this.handleScenario}
        @settings-changed=${this.handleSettings}
        @create-wanted=${this.create}
        @form-closed=${() => (this.isCustomising = false)}
      ></qa-side-column>
      <button
        class="button quiet closes-left"
        type="button"
        aria-label="Close"
        @click=${() => (this.isLeftOpen = false)}
      >
        ${symbol('cross')}
      </button>
    </div>`;
  }

  private get previewState(): PreviewState {
    const { created, run, result, watch, camera, element } = this.#controller;
    const { settings, device, isCustomising, problem } = this;
    const { faults, shift } = watch;
    const sessions = created?.sessions ?? [];
    return {
      sessions,
      settings,
      device,
      isCustomising,
      run,
      result,
      problem,
      faults,
      shift,
      camera,
      element,
    };
  }

  override render() {
    const { created, service, revision, watch, earlierMessages, webhookSecrets } = this.#controller;
    const { previewState } = this;
    return html`${this.renderTop()}
      <main class=${this.isCustomising ? 'customising' : ''}>
        ${this.renderLeft()}
        <qa-preview-column
          .state=${previewState}
          .onWidgetEvent=${this.handleWidgetEvent}
          @device-chosen=${({ detail: device }: CustomEvent<DeviceSettings>) => (this.device = device)}
          @settings-changed=${this.handleSettings}
          @customise-wanted=${this.handleCustomise}
        ></qa-preview-column>
        <qa-result-column
          .state=${previewState}
          .network=${this.network}
          @service-changed=${this.#controller.refresh}
          @camera-chosen=${({ detail: camera }: CustomEvent<CameraMode>) => this.#controller.setCamera(camera)}
          @reload-wanted=${this.#controller.reloadElement}
          @presence-wanted=${this.#controller.togglePresence}
        >
          <qa-panel
            .service=${service}
            .created=${created}
            .log=${this.log}
            .messages=${watch.messages}
            .earlierMessages=${earlierMessages}
            .deliveries=${watch.deliveries}
            .webhookSecrets=${webhookSecrets}
            .code=${codeInput(this.settings, this.device, { origin: location.origin, clientId: service.clientId })}
            .revision=${revision}
            @session-changed=${this.#controller.refresh}
          ></qa-panel>
        </qa-result-column>
      </main>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-console': QaConsole;
  }
}
