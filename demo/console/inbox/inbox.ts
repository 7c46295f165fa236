import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Message } from '../http/service-types.ts';
import { controls } from '../ui/controls.styles.ts';
import '../ui/copy-button.ts';

/** A piece of a message: words, or an address that can be opened. */
type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'link';
      /** The whole address. A signer's link holds the signer's secret in its query. */
      readonly url: string;
      /** The address without its query, to show. */
      readonly shown: string;
    };

const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** Splits a message into words and addresses. */
export function messageParts(text: string): MessagePart[] {
  return text.split(ADDRESS).map((piece, index) => {
    if (index % 2 === 0 || !URL.canParse(piece)) return { kind: 'text', text: piece };
    const [shown = '', query] = piece.split('?');
    return { kind: 'link', url: piece, shown: query === undefined ? shown : `${shown}?…` };
  });
}

/** The one-time code in a message. */
export function codeIn(text: string): string | undefined {
  return /(?<!\/)\b\d{6}\b/.exec(text)?.[0];
}

/** The e-mails and SMS that the service has sent since the session was created, or all, the newest first. */
@customElement('qa-inbox')
class QaInbox extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        align-content: start;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
      }

      .switch {
        align-items: center;
        color: var(--ink-2);
        display: flex;
        gap: 5px;
        padding: 10px 12px;
      }

      article {
        border-top: 1px solid var(--line);
        display: grid;
        gap: 4px;
        padding: 10px 12px;
      }

      .code {
        align-items: center;
        display: flex;
        gap: 10px;
      }

      .code strong {
        font: 600 20px/1.3 var(--mono);
        letter-spacing: 0.12em;
      }

      .envelope {
        color: var(--ink-2);
        font-size: 12px;
        overflow-wrap: anywhere;
      }

      .text {
        overflow-wrap: anywhere;
        white-space: pre-wrap;
      }

      .link {
        background: none;
        border: 0;
        border-radius: 4px;
        color: var(--brand-text);
        cursor: pointer;
        font: inherit;
        overflow-wrap: anywhere;
        padding: 0;
        text-align: start;
        text-decoration: underline;
        white-space: normal;
      }
    `,
  ];

  @state() private showsAll = false;

  /** All that were sent, oldest first. */
  @property({ attribute: false }) messages: readonly Message[] = [];
  /** The ids of messages that are older than the session. */
  @property({ attribute: false }) earlier: ReadonlySet<string> = new Set();

  private readonly handleAll = (event: Event) => {
    if (event.target instanceof HTMLInputElement) this.showsAll = event.target.checked;
  };

  private renderPart(part: MessagePart) {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'link':
        // No anchor, because the page's text and attributes must not contain the secret.
        return html`<button
          class="link"
          type="button"
          @click=${() => open(part.url, '_blank', 'noopener,noreferrer')}
        >
          ${part.shown}
        </button>`;
    }
  }

  private readonly renderMessage = ({ channel, to, subject, text, at }: Message) => {
    const code = codeIn(text);
    const copy = html`<qa-copy small .text=${() => code ?? ''} label="Copy the code" short="Copy"></qa-copy>`;
    return html`<article>
      <h3>${subject ?? channel.toUpperCase()}</h3>
      ${code === undefined ? nothing : html`<p class="code"><strong>${code}</strong>${copy}</p>`}
      <p class="envelope">
        ${channel === 'sms' ? 'SMS' : 'E-mail'} to ${to} at ${new Date(at).toLocaleString('en-GB')}
      </p>
      <p class="text">${messageParts(text).map(part => this.renderPart(part))}</p>
    </article>`;
  };

  override render() {
    const { messages, earlier, showsAll } = this;
    const shown = showsAll ? messages : messages.filter(({ id }) => !earlier.has(id));
    return html`<label class="switch">
        <input type="checkbox" .checked=${showsAll} @change=${this.handleAll} /> Earlier messages too
      </label>
      ${
        shown.length === 0
          ? html`<p class="empty">
              No message yet. One-time codes and invitations arrive here. Try the scenario “Right code”.
            </p>`
          : shown.toReversed().map(this.renderMessage)
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-inbox': QaInbox;
  }
}
