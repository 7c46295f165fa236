import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import './conditions/conditions.ts';
import type { SimulatedNetwork } from './log/network.ts';
import type { PreviewState } from './preview-state.ts';
import './preview/element-tools.ts';
import './scenarios/run-view.ts';
import { controls } from './ui/controls.styles.ts';

/**
 * What is expected of the scenario and what is so, the conditions, and below them all that happened. Their events bubble.
 *
 * @slot - What happened.
 */
@customElement('qa-result-column')
export class QaResultColumn extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        grid-template-rows: auto auto minmax(0, 1fr);
        min-height: 0;
        min-width: 0;
      }
    `,
  ];

  @property({ attribute: false }) state!: PreviewState;
  @property({ attribute: false }) network!: SimulatedNetwork;

  private renderRun() {
    const { run, result, problem } = this.state;
    if (problem !== undefined) return html`<p class="notice bad" role="alert">${problem}</p>`;
    if (run === undefined || result === undefined) return html`<div></div>`;
    const { scenario, refusal } = run;
    return html`<qa-run .scenario=${scenario} .result=${result} .refusal=${refusal}></qa-run>`;
  }

  override render() {
    const { faults, shift, camera, element } = this.state;
    return html`${this.renderRun()}
      <qa-conditions .faults=${faults} .shift=${shift} .network=${this.network} .camera=${camera}>
        <qa-element-tools .present=${element.isPresent}></qa-element-tools>
      </qa-conditions>
      <slot></slot>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-result-column': QaResultColumn;
  }
}
