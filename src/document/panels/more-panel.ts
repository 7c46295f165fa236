import { css, html, nothing, type SVGTemplateResult, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { drawing, icon } from '../../ui/icon.ts';
import type { ListState } from '../controller/pdf-viewer.ts';
import { ViewerPart } from '../toolbar/command.ts';
import { ICON, zoomTools } from '../toolbar/tool-button.ts';
import { menuItemStyles, morePanelStyles } from './more-panel.styles.ts';

const digestProofStyles = css`
  :host {
    display: block;
    padding: 12px 8px 4px;
  }

  .label {
    margin: 0 0 2px;
  }

  code {
    font-family: ui-monospace, monospace;
    user-select: all;
  }

  .whole {
    display: grid;
    gap: 2px 12px;
    grid-template-columns: repeat(4, max-content);
  }

  .verdict {
    align-items: flex-start;
    color: var(--ink-2);
    display: flex;
    gap: 4px;
    margin-top: 4px;
  }

  .verdict .icon {
    color: var(--good);
  }

  .ways {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
  }

  .outcome {
    color: var(--ink-2);
  }
`;

/** The digest of the shown bytes: shortened, or complete in groups that are easy to compare and can be copied. */
class HashDetails extends ViewerPart {
  static override readonly styles = [controls, digestProofStyles];

  @state() private whole = false;
  @state() private outcome: 'copied' | 'notCopied' | undefined;

  /** SHA-256, lower-case hex. */
  @property({ attribute: false }) digest = '';
  /** Whether it equals the digest that the service gave. */
  @property({ attribute: false }) verified = false;

  private readonly handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(this.digest);
      this.outcome = 'copied';
    } catch {
      // The frame may not write to the clipboard; the text can still be selected.
      this.whole = true;
      this.outcome = 'notCopied';
    }
    this.ask({ kind: 'say', text: this.messages.t(`digest.${this.outcome}`) });
  };

  private renderDigest(): TemplateResult {
    const groups = this.digest.match(/.{1,4}/g) ?? [];
    if (this.whole)
      return html`<code class="whole">${groups.map(group => html`<span>${group} </span>`)}</code>`;
    return html`<code>${groups.slice(0, 2).join(' ')} … ${groups.at(-1)}</code>`;
  }

  protected override render(): TemplateResult {
    const { outcome, verified, whole, messages } = this;
    return html`<p class="label">${messages.t('digest.label')}</p>
      ${this.renderDigest()}
      <p class="verdict ${verified ? 'same' : ''}">
        ${verified ? icon('check') : nothing}${messages.t(verified ? 'digest.verified' : 'digest.unverified')}
      </p>
      <div class="ways">
        <button
          class="link"
          type="button"
          aria-expanded=${whole ? 'true' : 'false'}
          @click=${() => (this.whole = !whole)}
        >
          ${messages.t(whole ? 'digest.hide' : 'digest.show')}
        </button>
        <button class="link" type="button" @click=${this.handleCopy}>${messages.t('digest.copy')}</button>
        <span class="outcome">${outcome === undefined ? nothing : messages.t(`digest.${outcome}`)}</span>
      </div>`;
  }
}

define('sign-session-document-digest', HashDetails);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-digest': HashDetails;
  }
}

/** The panel under “more”: other ways to read, and the digest of the document. */
class MorePanel extends ViewerPart {
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

  private renderItem(
    picture: SVGTemplateResult,
    name: string,
    act: () => void,
    className = '',
  ): TemplateResult {
    return html`<button class="item ${className}" type="button" @click=${act}>
      ${drawing(picture)}${name}
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
