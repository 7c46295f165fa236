import { type SVGTemplateResult, type TemplateResult, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { drawing } from '../../ui/icon.ts';
import type { ListState } from '../controller/pdf-viewer.ts';
import './hash-details.ts';
import { menuItemStyles, morePanelStyles } from './more-panel.styles.ts';
import { ICON, zoomTools } from '../toolbar/tool-button.ts';
import { ViewerPart } from '../toolbar/command.ts';

/** The panel under “more”: other ways to read, and the digest of the document. */
export class MorePanel extends ViewerPart {
  static override readonly styles = [controls, menuItemStyles, morePanelStyles];

  @property({ attribute: false }) list: ListState | undefined;
  @property({ attribute: false }) hasOutline = false;
  @property({ attribute: false }) asText = false;
  /** SHA-256 of the shown bytes, lower-case hex; empty while there are none. */
  @property({ attribute: false }) digest = '';
  /** Whether it equals the digest that the service gave. */
  @property({ attribute: false }) verified = false;

  /** Focuses the panel itself, not one of its controls. */
  override focus(): void {
    const { renderRoot } = this;
    const first = [...renderRoot.querySelectorAll('button')].find(
      button => button.getClientRects().length > 0,
    );
    first?.focus();
  }

  private renderItem(icon: SVGTemplateResult, name: string, act: () => void, className = ''): TemplateResult {
    return html`<button class="item ${className}" type="button" @click=${act}>
      ${drawing(icon)}${name}
    </button>`;
  }

  protected override render(): TemplateResult {
    const { asText, list, messages } = this;
    return html`<div class="panel" role="group" aria-label=${messages.t('tools.more')}>
      <div class="zoom narrow">
        ${zoomTools(asText ? undefined : list, messages, command => this.ask(command))}
      </div>
      ${
        this.hasOutline
          ? this.renderItem(
              ICON.outline,
              messages.t('tools.outline'),
              () => this.ask({ kind: 'panel', panel: 'outline' }),
              'narrow',
            )
          : nothing
      }
      ${this.renderItem(
        asText ? ICON.pages : ICON.text,
        messages.t(asText ? 'tools.showPages' : 'tools.readAsText'),
        () => this.ask({ kind: 'text' }),
      )}
      ${
        this.digest === ''
          ? nothing
          : html`<sign-session-document-digest
              .messages=${messages}
              .digest=${this.digest}
              .verified=${this.verified}
            ></sign-session-document-digest>`
      }
    </div>`;
  }
}

define('sign-session-document-more', MorePanel);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-more': MorePanel;
  }
}
