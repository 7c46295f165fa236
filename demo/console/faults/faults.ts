import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../controls.styles.ts';
import { armFault, clearFaults, readFaults } from '../http/local-tools.ts';
import type { Fault } from '../http/shapes.ts';
import { Latest } from '../latest.ts';
import { NAMED_FAULTS, type NamedFault } from './named-faults.ts';

/** Arms what can go wrong between a signer and the service, and shows what still waits for its request. */
@customElement('qa-faults')
export class QaFaults extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        align-content: start;
        display: grid;
        gap: 10px;
        grid-template-columns: minmax(0, 1fr);
        padding: 10px 12px;
      }

      ul {
        list-style: none;
      }

      li {
        align-items: center;
        border-bottom: 1px solid var(--line);
        display: flex;
        gap: 10px;
        justify-content: space-between;
        padding: 6px 0;
      }

      small {
        color: var(--ink-2);
        display: block;
        font-size: 12px;
      }

      .armed {
        align-items: center;
        display: flex;
        flex-wrap: wrap;
        gap: 10px;
        justify-content: space-between;
      }
    `,
  ];

  readonly #waiting = new Latest<readonly Fault[]>(this);

  /** Anything that may have met a fault counts it up. */
  @property({ attribute: false }) revision = 0;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('revision')) void this.#waiting.load(readFaults);
  }

  private change(work: () => Promise<void>): void {
    void this.#waiting.load(async signal => {
      await work();
      return readFaults(signal);
    });
  }

  private readonly renderFault = ({ name, expected, fault }: NamedFault) =>
    html`<li>
      <span>${name}<small>The widget ${expected}.</small></span>
      <button
        class="button"
        type="button"
        aria-label="Arm: ${name}"
        @click=${() => this.change(() => armFault(fault))}
      >
        Arm
      </button>
    </li>`;

  private renderWaiting(waiting: readonly Fault[]) {
    if (waiting.length === 0) return html`<p class="armed" role="status">No fault is armed.</p>`;
    return html`<div class="armed">
      <p role="status">Armed: ${waiting.map(describe).join('; ')}.</p>
      <button class="button" type="button" @click=${() => this.change(clearFaults)}>Clear all faults</button>
    </div>`;
  }

  override render() {
    const { value, problem } = this.#waiting;
    return html`${problem === undefined ? nothing : html`<p class="notice bad" role="alert">${problem}</p>`}
      ${value === undefined ? nothing : this.renderWaiting(value)}
      <ul>
        ${NAMED_FAULTS.map(this.renderFault)}
      </ul>`;
  }
}

function describe({ match, fault, status, delayMs, times }: Fault): string {
  const what = [fault, status, delayMs === undefined ? undefined : `${delayMs} ms`];
  const where = [match.method, match.path, match.action];
  const count = times === undefined ? 'until cleared' : `${times} ×`;
  const words = [...what, 'on', ...where, count];
  return words.filter(word => word !== undefined).join(' ');
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-faults': QaFaults;
  }
}
