import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../controls.styles.ts';
import { readMessages } from '../http/local-tools.ts';
import type { Message } from '../http/shapes.ts';
import { Latest } from '../latest.ts';
import { messageParts, type MessagePart } from './message-parts.ts';

const SENDING_MS = 1500;

/** The e-mails and SMS that the service has sent, newest first. */
@customElement('qa-inbox')
export class QaInbox extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        align-content: start;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
      }

      .notice {
        margin: 10px 12px;
      }

      article {
        border-bottom: 1px solid var(--line);
        display: grid;
        gap: 4px;
        padding: 10px 12px;
      }

      .envelope {
        color: var(--ink-2);
        font-size: 12px;
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

  readonly #messages = new Latest<Message[]>(this);
  #again: ReturnType<typeof setTimeout> | undefined;

  /** Anything that may have sent a message counts it up. */
  @property({ attribute: false }) revision = 0;

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('revision')) return;
    this.read();
    // A message is sent after the request that asked for it was answered.
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.read(), SENDING_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#again);
  }

  private read(): void {
    void this.#messages.load(readMessages);
  }

  private renderPart(part: MessagePart) {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'link':
        // No anchor: the page's text and attributes must not hold the secret.
        return html`<button
          class="link"
          type="button"
          @click=${() => open(part.url, '_blank', 'noopener,noreferrer')}
        >
          ${part.shown}
        </button>`;
    }
  }

  private readonly renderMessage = ({ channel, to, subject, text, at }: Message) =>
    html`<article>
      <h3>${subject ?? channel.toUpperCase()}</h3>
      <p class="envelope">${channel} to ${to} at ${new Date(at).toLocaleString('en-GB')}</p>
      <p class="text">${messageParts(text).map(part => this.renderPart(part))}</p>
    </article>`;

  override render() {
    const { value, problem } = this.#messages;
    return html`${problem === undefined ? nothing : html`<p class="notice bad" role="alert">${problem}</p>`}
    ${
      value === undefined || value.length === 0
        ? html`<p class="empty">
            No message yet. An owner’s e-mail in the form sends an invitation, a policy with OTP a code.
          </p>`
        : value.toReversed().map(this.renderMessage)
    }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-inbox': QaInbox;
  }
}
