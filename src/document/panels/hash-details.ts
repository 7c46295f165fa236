import { type TemplateResult, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { digestProofStyles } from './hash-details.styles.ts';
import { ViewerPart } from '../toolbar/command.ts';

/** The digest of the shown bytes: shortened, or complete in groups that are easy to compare and can be copied. */
export class HashDetails extends ViewerPart {
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
