import { LitElement, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import type { Finding } from './compare-result.ts';
import { listStyles } from './scenario-list.styles.ts';
import type { Scenario, ScenarioGroup } from './scenario.ts';
import { matchesWords, SCENARIOS, SCENARIO_GROUPS } from './scenarios.ts';
import { consoleEvent } from '../ui/console-event.ts';

const FINDING_NAMES: Readonly<Record<Finding, string>> = {
  open: 'running',
  met: 'as expected',
  broken: 'not as expected',
};

/**
 * All scenarios by group, with the results of those that were run. A search finds them by any words.
 *
 * @fires {CustomEvent<Scenario>} scenario-wanted
 */
@customElement('qa-scenarios')
class QaScenarios extends LitElement {
  static override readonly styles = [controls, listStyles];

  @state() private words = '';

  /** The id of the scenario that is shown. */
  @property({ attribute: false }) selected: string | undefined;
  @property({ attribute: false }) busy = false;
  /** The results of the scenarios that were run, by scenario id. */
  @property({ attribute: false }) findings: ReadonlyMap<string, Finding> = new Map();

  private readonly handleWords = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) this.words = target.value;
  };

  private readonly renderScenario = (scenario: Scenario) => {
    const { id, name, summary } = scenario;
    const finding = this.findings.get(id);
    return html`<li class=${id === this.selected ? 'selected' : ''}>
      <span class="dot ${finding ?? ''}"></span>
      <span class="name"
        >${name}${
          finding === undefined
            ? nothing
            : html`<span class="visually-hidden">, ${FINDING_NAMES[finding]}</span>`
        }</span
      >
      <button
        class="button small run"
        type="button"
        aria-label="Run: ${name}"
        aria-disabled=${this.busy ? 'true' : 'false'}
        @click=${() => this.busy || this.dispatchEvent(consoleEvent('scenario-wanted', scenario))}
      >
        Run
      </button>
      <small>${summary}</small>
    </li>`;
  };

  private readonly renderGroup = (group: ScenarioGroup) => {
    const { name, scenarios } = group;
    const shown = scenarios.filter(scenario => matchesWords(scenario, group, this.words));
    if (shown.length === 0) return nothing;
    return html`<section aria-label=${name}>
      <h2>${name}</h2>
      <ul>
        ${shown.map(this.renderScenario)}
      </ul>
    </section>`;
  };

  override render() {
    const isFound = SCENARIO_GROUPS.some(group =>
      group.scenarios.some(scenario => matchesWords(scenario, group, this.words)),
    );
    const hint = `Search ${SCENARIOS.length} scenarios`;
    return html`<div class="search">
        <input
          class="field"
          type="search"
          aria-label=${hint}
          placeholder=${hint}
          @input=${this.handleWords}
        />
      </div>
      <nav class="groups" aria-label="Scenarios" tabindex="0">
        ${SCENARIO_GROUPS.map(this.renderGroup)}
        ${isFound ? nothing : html`<p class="empty" role="status">No scenario has these words.</p>`}
      </nav>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-scenarios': QaScenarios;
  }
}
