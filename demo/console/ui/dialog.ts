import { LitElement, css, html } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { controls } from './controls.styles.ts';
import { symbol } from './symbols.ts';

/**
 * A modal dialog. Its content is rendered only while it is open.
 *
 * @slot - What it shows.
 */
@customElement('qa-dialog')
export class QaDialog extends LitElement {
  static override readonly styles = [
    controls,
    css`
      dialog {
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: 14px;
        box-shadow: var(--shadow);
        color: var(--ink);
        max-height: min(46rem, calc(100dvh - 32px));
        padding: 0;
        width: min(40rem, calc(100vw - 32px));
      }

      dialog[open] {
        display: grid;
        grid-template-rows: auto minmax(0, 1fr);
      }

      dialog::backdrop {
        background: #0b122080;
      }

      .head {
        padding: 10px 10px 10px 16px;
      }

      .body {
        overflow: auto;
      }
    `,
  ];

  @state() private isOpen = false;

  @property() heading = '';

  @query('dialog') private readonly dialog!: HTMLDialogElement;

  show(): void {
    this.isOpen = true;
    this.dialog.showModal();
  }

  close(): void {
    this.dialog.close();
  }

  private readonly handleClose = () => {
    this.isOpen = false;
  };

  override render() {
    return html`<dialog aria-labelledby="heading" @close=${this.handleClose}>
      <div class="head">
        <h2 id="heading">${this.heading}</h2>
        <button class="button quiet" type="button" aria-label="Close" @click=${() => this.dialog.close()}>
          ${symbol('cross')}
        </button>
      </div>
      <div class="body" tabindex="0" role="group" aria-label=${this.heading}>
        ${this.isOpen ? html`<slot></slot>` : ''}
      </div>
    </dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-dialog': QaDialog;
  }
}
