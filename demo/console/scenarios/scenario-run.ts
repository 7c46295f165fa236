import type { Activity } from '../log/activity-log.ts';
import type { SimulatedNetwork } from '../log/network.ts';
import { armFault, moveClock } from '../http/local-tools.ts';
import type { ServiceProblem } from '../http/service-errors.ts';
import type { CreatedByClient } from '../created-sessions.ts';
import type { ServiceWatch } from '../service-watch.ts';
import { compareResult, type ScenarioResult } from './compare-result.ts';
import type { Act, Moment, Scenario } from './scenario.ts';

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
