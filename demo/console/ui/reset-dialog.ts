import { LitElement, css, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { controls } from './controls.styles.ts';
import { resetService } from '../http/local-tools.ts';
import { explain } from '../http/service-client.ts';

/**
 * A button that erases the service's data, after a confirmation.
 *
 * @fires service-reset
 */
@customElement('qa-reset')
class QaReset extends LitElement {
  static override readonly styles = [
    controls,
    css`
      dialog {
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: 12px;
        color: var(--ink);
        max-width: 22rem;
        padding: 20px;
      }

      dialog::backdrop {
        background: #0b122080;
      }

      .tools {
        justify-content: end;
        margin-top: 16px;
      }

      p {
        margin-top: 6px;
      }
    `,
  ];

  @state() private problem: string | undefined;

  @query('dialog') private readonly dialog!: HTMLDialogElement;

  private readonly handleErase = async () => {
    try {
      await resetService();
    } catch (error) {
      this.problem = explain(error);
      return;
    }
    this.problem = undefined;
    this.dialog.close();
    this.dispatchEvent(new Event('service-reset', { bubbles: true, composed: true }));
  };

  override render() {
    return html`<button class="button danger" type="button" @click=${() => this.dialog.showModal()}>
        Reset everything…
      </button>
      <dialog aria-labelledby="question" aria-describedby="what">
        <h2 id="question">Erase everything?</h2>
        <p id="what">All sessions, documents, evidence and messages go, and the clock is set right.</p>
        ${this.problem === undefined ? nothing : html`<p class="error-text" role="alert">${this.problem}</p>`}
        <div class="tools">
          <button class="button" type="button" @click=${() => this.dialog.close()}>Keep it</button>
          <button class="button danger" type="button" @click=${this.handleErase}>Erase everything</button>
        </div>
      </dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-reset': QaReset;
  }
}
