import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { ExpectationState } from './scenarios/compare-result.ts';
import { listStyles } from './scenarios/scenario-list.styles.ts';
import type { Scenario, ScenarioGroup } from './scenarios/scenario.ts';
import { matchesWords, SCENARIO_GROUPS, SCENARIOS } from './scenarios/scenarios.ts';
import type { QaSessionForm } from './session-form/session-form.ts';
import type { PdfFile } from './settings/session-request.ts';
import type { Settings } from './settings/settings.ts';
import { consoleEvent } from './ui/console-event.ts';
import { controls } from './ui/controls.styles.ts';
import './session-form/session-form.ts';

const FINDING_NAMES: Readonly<Record<ExpectationState, string>> = {
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
  @property({ attribute: false }) findings: ReadonlyMap<string, ExpectationState> = new Map();

  private readonly handleWords = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) this.words = target.value;
  };

  /** Runs what is shown as selected if the search finds it, or else the first that it finds. */
  private readonly handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing || event.ctrlKey || event.metaKey) return;
    const found = SCENARIO_GROUPS.flatMap(group =>
      group.scenarios.filter(scenario => matchesWords(scenario, group, this.words)),
    );
    this.runScenario(found.find(({ id }) => id === this.selected) ?? found[0]);
  };

  private runScenario(scenario: Scenario | undefined): void {
    if (scenario !== undefined && !this.busy) this.dispatchEvent(consoleEvent('scenario-wanted', scenario));
  }

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
        @click=${() => this.runScenario(scenario)}
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
          @keydown=${this.handleKey}
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

/** The scenarios or the form. The events of both bubble. */
@customElement('qa-side-column')
export class QaSideColumn extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        min-height: 0;
      }
    `,
  ];

  @property({ attribute: false }) settings!: Settings;
  /** The id of the scenario that is shown. */
  @property({ attribute: false }) selected: string | undefined;
  @property({ attribute: false }) isCustomising = false;
  @property({ attribute: false }) busy = false;
  /** The result of the last creation. */
  @property({ attribute: false }) remark = '';
  /** The results of the scenarios that were run, by scenario id. */
  @property({ attribute: false }) findings: ReadonlyMap<string, ExpectationState> = new Map();

  @query('qa-session-form') private readonly form!: QaSessionForm;

  /** The file that was chosen in the form. */
  file(): Promise<PdfFile | undefined> {
    return this.form.file();
  }

  /** Shows an error in the form; undefined removes it. */
  async showErrors(error: unknown): Promise<void> {
    await this.updateComplete;
    await this.form.showErrors(error);
  }

  override render() {
    const { settings, selected, isCustomising, busy, remark, findings } = this;
    return html`<qa-scenarios
        ?hidden=${isCustomising}
        .selected=${selected}
        .busy=${busy}
        .findings=${findings}
      ></qa-scenarios>
      <qa-session-form
        ?hidden=${!isCustomising}
        .settings=${settings}
        .busy=${busy}
        .remark=${remark}
      ></qa-session-form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-side-column': QaSideColumn;
  }
}
