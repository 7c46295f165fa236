import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { printPanelStyles } from './print-panel.styles.ts';
import type { PrintProgress } from './printing.ts';
import { ViewerPart } from './viewer-part.ts';

/** How far the preparing of a print is, and the way to stop it. */
export class PrintPanel extends ViewerPart {
  static override readonly styles = [controls, printPanelStyles];

  @property({ attribute: false }) progress: PrintProgress | undefined;

  protected override render(): TemplateResult | typeof nothing {
    const { progress, words } = this;
    if (progress === undefined) return nothing;
    const { page, pages } = progress;
    return html`<p id="progress">${words.text('print.progress', { page, pages })}</p>
      <progress aria-labelledby="progress" max=${pages} .value=${page - 1}></progress>
      <button class="button secondary" type="button" @click=${() => this.ask({ kind: 'cancelPrint' })}>
        ${words.text('print.cancel')}
      </button>`;
  }
}

define('sign-session-document-printing', PrintPanel);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-printing': PrintPanel;
  }
}
