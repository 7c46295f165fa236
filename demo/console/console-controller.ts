import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { LOCAL_CLIENTS, ServiceClient } from './http/service-client.ts';
import { type ActivityLog, fieldsOf } from './log/activity-log.ts';
import type { SimulatedNetwork } from './log/network.ts';
import { type CreatedByClient, createSessions } from './created-sessions.ts';
import { simulateCamera, type CameraMode } from './preview/simulated-camera.ts';
import type { ExpectationState, ScenarioResult } from './scenarios/compare-result.ts';
import { prepareScenario, removeRunWebhooks, ScenarioRun } from './scenarios/scenario-run.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { ServiceWatch } from './service-watch.ts';
import type { PdfFile } from './settings/session-request.ts';
import type { Settings } from './settings/settings.ts';
import { receiverUrl } from './webhooks/webhook-calls.ts';

const SIGNERS_ACTION = /^\/v1\/signing-sessions\/[^/]+\/(?:advance|resend-otp)$/;

const CLIENTS = LOCAL_CLIENTS.map(credentials => new ServiceClient(credentials));

/** What an integrator's page has done with the elements. */
export interface ElementState {
  /** Counts how often they were created again. */
  readonly generation: number;
  /** Whether they are on the page. */
  readonly isPresent: boolean;
}

/** Creates sessions, runs scenarios, and holds the state that the console shows. */
export class ConsoleController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly watch: ServiceWatch;
  readonly log: ActivityLog;
  readonly network: SimulatedNetwork;
  /** By webhook id. Kept in memory only: the service returns a secret once. */
  readonly webhookSecrets = new Map<string, string>();
  #findings: ReadonlyMap<string, ExpectationState> = new Map();

  service = CLIENTS[0] ?? new ServiceClient(LOCAL_CLIENTS[0]);
  created: CreatedByClient | undefined;
  run: ScenarioRun | undefined;
  /** The ids of messages that are older than the sessions. */
  earlierMessages: ReadonlySet<string> = new Set();
  camera: CameraMode = 'own';
  element: ElementState = { generation: 0, isPresent: true };
  busy = false;
  /** The result of the last creation, as a sentence. */
  remark = '';
  /** Counts changes of the service's data, so that panels load it again. */
  revision = 0;

  constructor(host: ReactiveControllerHost, log: ActivityLog, network: SimulatedNetwork) {
    this.#host = host;
    this.log = log;
    this.network = network;
    this.watch = new ServiceWatch(host);
    host.addController(this);
  }

  hostConnected(): void {
    this.log.addEventListener('change', this.#handleActivity);
  }

  hostDisconnected(): void {
    this.log.removeEventListener('change', this.#handleActivity);
  }

  /** The results of the scenarios that were run, by scenario id. */
  get findings(): ReadonlyMap<string, ExpectationState> {
    return this.#findings;
  }

  /** The result of the running scenario so far. */
  get result(): ScenarioResult | undefined {
    return this.run?.compare(this.log.activities, this.watch, this.earlierMessages);
  }

  hostUpdate(): void {
    const { run, result } = this;
    if (run === undefined || result === undefined) return;
    const { id } = run.scenario;
    if (this.#findings.get(id) !== result.finding)
      this.#findings = new Map(this.#findings).set(id, result.finding);
  }

  /** Selects the API client for further requests. */
  useClient(clientId: string): void {
    this.service = CLIENTS.find(client => client.clientId === clientId) ?? this.service;
    this.#host.requestUpdate();
  }

  setCamera(camera: CameraMode): void {
    this.camera = camera;
    simulateCamera(camera);
    this.#host.requestUpdate();
  }

  /** Creates the elements again, as a reload of the page would. */
  readonly reloadElement = (): void => {
    this.element = { generation: this.element.generation + 1, isPresent: true };
    this.#host.requestUpdate();
  };

  /** Takes the elements off the page, or puts them back. */
  readonly togglePresence = (): void => {
    this.element = { ...this.element, isPresent: !this.element.isPresent };
    this.#host.requestUpdate();
  };

  /** Reads the service's data again, after something that may have changed it. */
  readonly refresh = (): void => {
    this.revision += 1;
    this.watch.refresh();
    this.#host.requestUpdate();
  };

  /** Creates the sessions that the settings describe. Throws as `ServiceClient` does. */
  async create(settings: Settings, own: PdfFile | undefined): Promise<void> {
    const startedAt = performance.now();
    const { service } = this;
    const hadWebhook = this.run?.scenario.withWebhook === true;
    const earlier = await this.#begin();
    if (hadWebhook) await removeRunWebhooks(CLIENTS[0] ?? service, receiverUrl());
    const created = await createSessions(service, settings, own);
    this.remark = `Created in ${Math.round(performance.now() - startedAt)} ms.`;
    this.#show(undefined, { ...created, service }, earlier);
  }

  /** Prepares a scenario, with the clock reset and no other faults. Throws as `ServiceClient` does. */
  async runScenario(scenario: Scenario): Promise<void> {
    this.useClient(scenario.isLimited === true ? 'limited' : 'local');
    this.network.set('normal');
    this.setCamera(scenario.camera ?? 'own');
    const { service } = this;
    const earlier = await this.#begin();
    const { created, refusal, webhook } = await prepareScenario(scenario, service, receiverUrl());
    if (webhook !== undefined) this.webhookSecrets.set(webhook.webhookId, webhook.secret);
    const byClient = created && { ...created, service };
    this.#show(new ScenarioRun(scenario, { created: byClient, refusal }, this.network), byClient, earlier);
  }

  /** Removes the sessions, after a reset of the service. */
  async clear(): Promise<void> {
    await this.#begin();
    this.#show(undefined, undefined, new Set());
  }

  /** Logs an event of a widget. @param signerIndex of the widget's signer, if there are several widgets */
  async handleWidgetEvent(event: Event, signerIndex: number | undefined): Promise<void> {
    const place = signerIndex === undefined ? '' : `signer=${signerIndex} `;
    const detail = place + fieldsOf(event);
    this.log.add({ kind: 'event', at: new Date(), name: event.type, detail });
    const hasActed = await this.run?.handleEvent(event.type, detail);
    if (hasActed === true || event.type !== 'sign-step') this.refresh();
  }

  /** Removes what is shown, and returns the ids of the existing messages. */
  async #begin(): Promise<ReadonlySet<string>> {
    this.remark = '';
    this.run = undefined;
    this.created = undefined;
    this.#host.requestUpdate();
    // A removed widget raises `sign-interrupted`, which does not belong to the next run.
    await this.#host.updateComplete;
    this.log.clear();
    return new Set(this.watch.messages.map(({ id }) => id));
  }

  #show(
    run: ScenarioRun | undefined,
    created: CreatedByClient | undefined,
    earlier: ReadonlySet<string>,
  ): void {
    this.run = run;
    this.created = created;
    this.earlierMessages = earlier;
    this.watch.watch(created);
    this.refresh();
  }

  /** A signer's request may have sent a message or met a fault. */
  readonly #handleActivity = () => {
    const latest = this.log.activities.at(-1);
    if (latest?.kind === 'request' && latest.by === 'widget' && SIGNERS_ACTION.test(latest.path))
      this.refresh();
    // The result depends on the log; its other readers update by themselves.
    else if (this.run !== undefined) this.#host.requestUpdate();
  };
}
