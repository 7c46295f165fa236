import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { LOCAL_CLIENTS } from './http/credentials.ts';
import { ServiceClient } from './http/service-client.ts';
import type { ActivityLog } from './log/activity-log.ts';
import type { SimulatedNetwork } from './log/network.ts';
import { fieldsOf } from './log/widget-events.ts';
import { makeSessions } from './make-sessions.ts';
import type { MadeByClient } from './made.ts';
import { simulateCamera, type CameraMode } from './preview/simulated-camera.ts';
import type { Finding, Judgement } from './scenarios/judge.ts';
import { prepareScenario } from './scenarios/prepare.ts';
import { ScenarioRun } from './scenarios/scenario-run.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { ServiceWatch } from './service-watch.ts';
import type { PdfFile } from './session-form/session-request.ts';
import type { Settings } from './settings/settings.ts';
import { receiverUrl } from './webhooks/webhook-calls.ts';

const SIGNERS_ACTION = /^\/v1\/signing-sessions\/[^/]+\/(?:advance|resend-otp)$/;

const CLIENTS = LOCAL_CLIENTS.map(credentials => new ServiceClient(credentials));

/** Makes sessions and runs scenarios, and keeps what the console shows of them. */
export class ConsoleController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly watch: ServiceWatch;
  readonly log: ActivityLog;
  readonly network: SimulatedNetwork;
  /** By the webhooks' ids: in memory alone, since the service tells them once. */
  readonly webhookSecrets = new Map<string, string>();
  #findings: ReadonlyMap<string, Finding> = new Map();

  service = CLIENTS[0] ?? new ServiceClient(LOCAL_CLIENTS[0]);
  made: MadeByClient | undefined;
  run: ScenarioRun | undefined;
  /** Of messages that were there before the sessions. */
  earlierMessages: ReadonlySet<string> = new Set();
  camera: CameraMode = 'own';
  busy = false;
  /** What became of the latest creation, in a sentence. */
  remark = '';
  /** Counts what may have changed something in the service. */
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

  /** By the ids of the scenarios that were run: what came of them. */
  get findings(): ReadonlyMap<string, Finding> {
    return this.#findings;
  }

  /** How the scenario that is run stands. */
  get judgement(): Judgement | undefined {
    return this.run?.judge(this.log.activities, this.watch, this.earlierMessages);
  }

  hostUpdate(): void {
    const { run, judgement } = this;
    if (run === undefined || judgement === undefined) return;
    const { id } = run.scenario;
    if (this.#findings.get(id) !== judgement.finding)
      this.#findings = new Map(this.#findings).set(id, judgement.finding);
  }

  /** Works as the client with this id from now on. */
  useClient(clientId: string): void {
    this.service = CLIENTS.find(client => client.clientId === clientId) ?? this.service;
    this.#host.requestUpdate();
  }

  setCamera(camera: CameraMode): void {
    this.camera = camera;
    simulateCamera(camera);
    this.#host.requestUpdate();
  }

  /** Something may have changed the service. */
  readonly lookAgain = (): void => {
    this.revision += 1;
    this.watch.look();
    this.#host.requestUpdate();
  };

  /** Makes the sessions that the settings describe. Throws as `ServiceClient` does. */
  async create(settings: Settings, own: PdfFile | undefined): Promise<void> {
    const startedAt = performance.now();
    const { service } = this;
    const earlier = await this.#begin();
    const made = await makeSessions(service, settings, own);
    this.remark = `Created in ${Math.round(performance.now() - startedAt)} ms.`;
    this.#show(undefined, { ...made, service }, earlier);
  }

  /** Sets a scenario up, from a right clock and without other faults. Throws as `ServiceClient` does. */
  async runScenario(scenario: Scenario): Promise<void> {
    this.useClient(scenario.isLimited === true ? 'limited' : 'local');
    this.network.set('normal');
    this.setCamera(scenario.camera ?? 'own');
    const { service } = this;
    const earlier = await this.#begin();
    const { made, refusal, webhook } = await prepareScenario(scenario, service, receiverUrl());
    if (webhook !== undefined) this.webhookSecrets.set(webhook.webhookId, webhook.secret);
    const byClient = made && { ...made, service };
    this.#show(new ScenarioRun(scenario, { made: byClient, refusal }, this.network), byClient, earlier);
  }

  /** Forgets the sessions: the service has erased everything. */
  async forget(): Promise<void> {
    await this.#begin();
    this.#show(undefined, undefined, new Set());
  }

  /** Notes an event of a widget. @param signerIndex whose widget, where there are several */
  async handleWidgetEvent(event: Event, signerIndex: number | undefined): Promise<void> {
    const place = signerIndex === undefined ? '' : `signer=${signerIndex} `;
    const detail = place + fieldsOf(event);
    this.log.add({ kind: 'event', at: new Date(), name: event.type, detail });
    const hasActed = await this.run?.handleEvent(event.type, detail);
    if (hasActed === true || event.type !== 'sign-step') this.lookAgain();
  }

  /** Takes off what was shown before, and returns the ids of the messages that there are. */
  async #begin(): Promise<ReadonlySet<string>> {
    this.remark = '';
    this.run = undefined;
    this.made = undefined;
    this.#host.requestUpdate();
    // A widget that goes says that it was interrupted, which is not about what comes.
    await this.#host.updateComplete;
    this.log.clear();
    return new Set(this.watch.messages.map(({ id }) => id));
  }

  #show(run: ScenarioRun | undefined, made: MadeByClient | undefined, earlier: ReadonlySet<string>): void {
    this.run = run;
    this.made = made;
    this.earlierMessages = earlier;
    this.watch.follow(made);
    this.lookAgain();
  }

  /** What the signer does may have sent a message or met a fault. */
  readonly #handleActivity = () => {
    const latest = this.log.activities.at(-1);
    if (latest?.kind === 'request' && latest.by === 'widget' && SIGNERS_ACTION.test(latest.path))
      this.lookAgain();
    // The judgement depends on the log, whose other readers update by themselves.
    else if (this.run !== undefined) this.#host.requestUpdate();
  };
}
