/** A run of a scenario: what is set up before it, and what happens in it. */
import { EVENT_TYPES } from '../../../packages/service/event-types.ts';
import { type CreatedByClient, type CreatedSessions, createSessions } from '../created-sessions.ts';
import {
  armFault,
  breakFinalization,
  clearCloudFaults,
  clearFaults,
  moveClock,
  resetClock,
  setBiometrics,
  setCloudFault,
} from '../http/local-tools.ts';
import { type ServiceClient, ServiceProblem } from '../http/service-client.ts';
import type { Activity } from '../log/activity-log.ts';
import type { SimulatedNetwork } from '../log/network.ts';
import type { ServiceWatch } from '../service-watch.ts';
import { deleteWebhook, readWebhooks, registerWebhook } from '../webhooks/webhook-calls.ts';
import { compareResult, type ScenarioResult } from './compare-result.ts';
import { type Act, type Moment, type Scenario, settingsOf } from './scenario.ts';

/** The result of preparing a scenario. */
interface ScenarioPreparation {
  /** Undefined if the service refused. */
  readonly created?: CreatedSessions;
  readonly refusal?: ServiceProblem;
  /** The registered webhook with its secret, which the service returns only once. */
  readonly webhook?: { readonly webhookId: string; readonly secret: string };
}

const WEBHOOKS_TIMEOUT_MS = 10_000;

/** A wrong secret of the same format. */
function wrongSecret(secret: string): string {
  const middle = secret.indexOf('.') + 2;
  const letter = secret[middle] === 'A' ? 'B' : 'A';
  return secret.slice(0, middle) + letter + secret.slice(middle + 1);
}

async function createOnce(scenario: Scenario, service: ServiceClient): Promise<CreatedSessions> {
  const created = await createSessions(service, settingsOf(scenario));
  const [first] = created.sessions;
  if (scenario.breaksFinalization === true && first !== undefined) await breakFinalization(first.sessionId);
  if (scenario.hasWrongLink !== true) return created;
  const sessions = created.sessions.map(session => ({
    ...session,
    clientSecret: wrongSecret(session.clientSecret),
  }));
  return { ...created, sessions };
}

/** The receiver's address for runs, so that their webhooks can be told from those that a person registered. */
const runReceiver = (receiver: string): string => `${receiver}?scenario`;

/** Removes the webhooks of earlier runs, also of those before the page was reloaded: else every event comes twice. */
export async function removeRunWebhooks(service: ServiceClient, receiver: string): Promise<void> {
  const webhooks = await readWebhooks(service, AbortSignal.timeout(WEBHOOKS_TIMEOUT_MS));
  const own = webhooks.filter(({ url }) => url === runReceiver(receiver));
  await Promise.all(own.map(({ webhookId }) => deleteWebhook(service, webhookId)));
}

/**
 * Prepares the service for a scenario: resets the clock, arms its faults, sets its face check, creates its sessions. Throws as
 * `ServiceClient` does, except where the service refuses to make a session: that may be what the scenario shows.
 *
 * @param receiver the address of the built-in webhook receiver
 */
export async function prepareScenario(
  scenario: Scenario,
  service: ServiceClient,
  receiver: string,
): Promise<ScenarioPreparation> {
  await clearFaults();
  await clearCloudFaults();
  await resetClock();
  await setBiometrics('tenant_local', scenario.faces ?? 'SIMULATED');
  await removeRunWebhooks(service, receiver);
  const wanted = { url: runReceiver(receiver), events: EVENT_TYPES };
  const webhook = scenario.withWebhook === true ? await registerWebhook(service, wanted) : undefined;
  const told = webhook === undefined ? {} : { webhook };
  for (const fault of scenario.faults ?? []) await armFault(fault);
  for (const fault of scenario.cloudFaults ?? []) await setCloudFault(fault);
  try {
    let created = await createOnce(scenario, service);
    for (let count = 1; count < (scenario.sessions ?? 1); count += 1)
      created = await createOnce(scenario, service);
    return { created, ...told };
  } catch (error) {
    if (error instanceof ServiceProblem) return { refusal: error, ...told };
    throw error;
  }
}

/** A running scenario: performs its acts, and compares what happens with the expected result. */
export class ScenarioRun {
  readonly scenario: Scenario;
  readonly #created: CreatedByClient | undefined;
  readonly #refusal: ServiceProblem | undefined;
  readonly #network: SimulatedNetwork;
  readonly #done = new Set<Moment>();

  constructor(
    scenario: Scenario,
    outcome: { readonly created: CreatedByClient | undefined; readonly refusal: ServiceProblem | undefined },
    network: SimulatedNetwork,
  ) {
    this.scenario = scenario;
    this.#created = outcome.created;
    this.#refusal = outcome.refusal;
    this.#network = network;
  }

  /** Why the service refused to create a session. */
  get refusal(): ServiceProblem | undefined {
    return this.#refusal;
  }

  /**
   * Performs the scenario's acts for an event of the widget, each act once.
   *
   * @returns whether there was one
   */
  async handleEvent(name: string, detail: string): Promise<boolean> {
    const due = (this.scenario.moments ?? []).filter(
      moment => !this.#done.has(moment) && moment.at === name && detail.includes(moment.detail ?? ''),
    );
    for (const moment of due) {
      this.#done.add(moment);
      await this.#perform(moment.act);
    }
    return due.length > 0;
  }

  async #perform(act: Act): Promise<void> {
    switch (act.kind) {
      case 'moveClock':
        return moveClock(act.seconds);
      case 'armFault':
        return armFault(act.fault);
      case 'network':
        return this.#network.set(act.mode);
      case 'cancel': {
        const { service, sessions = [] } = this.#created ?? {};
        const [session] = sessions;
        if (session !== undefined) await service?.cancelSession(session.sessionId);
      }
    }
  }

  /** The result so far. */
  compare(
    activities: readonly Activity[],
    watch: ServiceWatch,
    earlierMessages: ReadonlySet<string>,
  ): ScenarioResult {
    const sessionIds = this.#created?.sessions.map(({ sessionId }) => sessionId) ?? [];
    const refusal = this.#refusal;
    return compareResult(this.scenario.expected, {
      sessionIds,
      refusal: refusal && { status: refusal.status, words: `${refusal.title} ${refusal.message}` },
      activities,
      state: watch.state,
      messages: watch.messages.filter(({ id }) => !earlierMessages.has(id)),
      deliveries: watch.deliveries.filter(({ body }) => sessionIds.some(id => body.includes(id))),
    });
  }
}
