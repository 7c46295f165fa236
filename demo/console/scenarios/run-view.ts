import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import '../ui/copy-button.ts';
import { TEST_CERTIFICATE_PASSWORD } from '../certificates/certificates.ts';
import { explain, type ServiceProblem } from '../http/service-client.ts';
import { symbol } from '../ui/symbols.ts';
import type { ExpectationState, ScenarioResult } from './compare-result.ts';
import { type Scenario, stepsOf } from './scenario.ts';

const STATES: Readonly<Record<ExpectationState, string>> = { open: 'Not yet', met: 'Yes', broken: 'No' };

/** The steps of a scenario, and its expected result compared with the actual one. */
@customElement('qa-run')
class QaRun extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        background: var(--surface);
        border-top: 1px solid var(--line);
        display: grid;
        gap: 6px 24px;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr);
        max-height: min(15rem, 32dvh);
        overflow: auto;
        padding: 10px 16px;
      }

      h2 {
        font-size: 13px;
      }

      h3 {
        color: var(--ink-2);
        font-size: 12px;
        font-weight: 500;
      }

      .title {
        align-items: baseline;
        display: flex;
        flex-wrap: wrap;
        gap: 2px 12px;
        grid-column: 1 / -1;
        justify-content: space-between;
      }

      .verdict {
        font-weight: 650;
      }

      .met {
        color: var(--good);
      }

      .broken {
        color: var(--bad);
      }

      ol {
        padding-inline-start: 18px;
      }

      ul {
        list-style: none;
      }

      ul li {
        align-items: center;
        display: flex;
        gap: 6px;
      }

      .mark {
        flex: none;
        height: 16px;
        width: 16px;
      }

      .waiting::before {
        border: 1.5px solid var(--line-strong);
        border-radius: 50%;
        content: '';
        display: block;
        height: 8px;
        margin: 2.5px;
        width: 8px;
      }

      .files {
        margin-top: 4px;
      }

      @media (width < 560px) {
        :host {
          grid-template-columns: minmax(0, 1fr);
          max-height: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) scenario!: Scenario;
  @property({ attribute: false }) result!: ScenarioResult;
  @property({ attribute: false }) refusal: ServiceProblem | undefined;

  private renderVerdict() {
    const { finding, isFinal } = this.result;
    const words = {
      open: 'Waiting for the signer',
      met: isFinal ? 'As expected' : 'As expected so far',
      broken: 'Not as expected',
    }[finding];
    return html`<p class="verdict ${finding}" role="status">
      ${finding === 'met' ? '✓ ' : finding === 'broken' ? '✗ ' : ''}${words}
    </p>`;
  }

  private renderFiles() {
    const { certificate } = this.scenario;
    if (certificate === undefined) return nothing;
    const address = `/_local/certificates/${certificate}.p12`;
    return html`<p class="tools files">
      <a class="button small" href=${address} download=${`${certificate}.p12`}>Download ${certificate}.p12</a>
      <qa-copy
        small
        .text=${() => TEST_CERTIFICATE_PASSWORD}
        label="Copy password"
        short="Copy password"
      ></qa-copy>
    </p>`;
  }

  override render() {
    const { scenario, result, refusal } = this;
    const steps = stepsOf(scenario);
    return html`<div class="title">
        <h2>${scenario.name}</h2>
        ${this.renderVerdict()}
      </div>
      <div>
        <h3>What to do</h3>
        ${
          steps.length === 0
            ? html`<p>Nothing: it has happened.</p>`
            : html`<ol>
                ${steps.map(step => html`<li>${step}</li>`)}
              </ol>`
        }
        ${this.renderFiles()}
      </div>
      <div>
        <h3>Expected</h3>
        <ul>
          ${result.details.map(
            ({ text, actual, finding }) =>
              html`<li>
                <span class="mark ${finding === 'open' ? 'waiting' : finding}"
                  >${finding === 'open' ? nothing : symbol(finding === 'met' ? 'check' : 'cross')}</span
                >
                <span
                  >${text}<span class="visually-hidden">: ${STATES[finding]}</span>
                  ${finding === 'met' ? nothing : html`<small class="actual">Actual: ${actual}</small>`}</span
                >
              </li>`,
          )}
        </ul>
        ${refusal === undefined ? nothing : html`<p>The service says: ${explain(refusal)}</p>`}
      </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-run': QaRun;
  }
}
