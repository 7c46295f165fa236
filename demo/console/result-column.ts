import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { SimulatedNetwork } from './log/network.ts';
import type { PreviewState } from './preview-column.ts';
import { controls } from './ui/controls.styles.ts';
import { symbol } from './ui/symbols.ts';
import './conditions/conditions.ts';
import './scenarios/run-view.ts';

/**
 * Actions of an integrator's page on the element.
 *
 * @fires reload-wanted - It should be created again, as by a reload of the page.
 * @fires presence-wanted - It should be removed from the page, or added again.
 */
@customElement('qa-element-tools')
class QaElementTools extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: inline-flex;
      }
    `,
  ];

  /** Whether the element is on the page. */
  @property({ attribute: false }) present = true;

  override render() {
    const removal = 'Take the element off the page';
    return html`<button
        class="button quiet"
        type="button"
        aria-label="Reload the element"
        title="Reload the element"
        @click=${() => this.dispatchEvent(new Event('reload-wanted', { bubbles: true, composed: true }))}
      >
        ${symbol('reload')}
      </button>
      <button
        class="button quiet"
        type="button"
        aria-label=${removal}
        title=${removal}
        aria-pressed=${this.present ? 'false' : 'true'}
        @click=${() => this.dispatchEvent(new Event('presence-wanted', { bubbles: true, composed: true }))}
      >
        ${symbol('cross')}
      </button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-element-tools': QaElementTools;
  }
}

/**
 * What is expected of the scenario and what is so, the conditions, and below them all that happened. Their events bubble.
 *
 * @slot - What happened.
 */
@customElement('qa-result-column')
class QaResultColumn extends LitElement {
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
