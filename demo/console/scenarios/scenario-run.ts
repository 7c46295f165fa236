import type { Activity } from '../log/activity-log.ts';
import type { SimulatedNetwork } from '../log/network.ts';
import { armFault, moveClock } from '../http/local-tools.ts';
import type { ServiceProblem } from '../http/service-errors.ts';
import type { MadeByClient } from '../made.ts';
import type { ServiceWatch } from '../service-watch.ts';
import { judge, type Judgement } from './judge.ts';
import type { Act, Moment, Scenario } from './scenario.ts';

/** A scenario that has been set up: it acts at its moments, and compares what happens with what was expected. */
export class ScenarioRun {
  readonly scenario: Scenario;
  readonly #made: MadeByClient | undefined;
  readonly #refusal: ServiceProblem | undefined;
  readonly #network: SimulatedNetwork;
  readonly #done = new Set<Moment>();

  constructor(
    scenario: Scenario,
    outcome: { readonly made: MadeByClient | undefined; readonly refusal: ServiceProblem | undefined },
    network: SimulatedNetwork,
  ) {
    this.scenario = scenario;
    this.#made = outcome.made;
    this.#refusal = outcome.refusal;
    this.#network = network;
  }

  /** Why the service refused to make a session. */
  get refusal(): ServiceProblem | undefined {
    return this.#refusal;
  }

  /**
   * Does what the scenario has for an event of the widget, each thing once.
   *
   * @returns whether anything was done
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
        const { service, sessions = [] } = this.#made ?? {};
        const [session] = sessions;
        if (session !== undefined) await service?.cancelSession(session.sessionId);
      }
    }
  }

  /** How things stand. */
  judge(
    activities: readonly Activity[],
    watch: ServiceWatch,
    earlierMessages: ReadonlySet<string>,
  ): Judgement {
    const sessionIds = this.#made?.sessions.map(({ sessionId }) => sessionId) ?? [];
    const refusal = this.#refusal;
    return judge(this.scenario.expected, {
      sessionIds,
      refusal: refusal && { status: refusal.status, words: `${refusal.title} ${refusal.message}` },
      activities,
      state: watch.state,
      messages: watch.messages.filter(({ id }) => !earlierMessages.has(id)),
      deliveries: watch.deliveries.filter(({ body }) => sessionIds.some(id => body.includes(id))),
    });
  }
}
