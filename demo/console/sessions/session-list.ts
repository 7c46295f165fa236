import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import { stateName } from '../friendly-names.ts';
import type { ServiceClient } from '../http/service-client.ts';
import type { ListedSession } from '../http/service-types.ts';
import { LatestValue } from '../ui/latest-value.ts';
import { consoleEvent } from '../ui/console-event.ts';

interface Sessions {
  readonly shown: readonly ListedSession[];
  readonly nextCursor: string | undefined;
}

/**
 * The client's sessions, newest first. Their secrets are no longer known; their evidence can be shown.
 *
 * @fires {CustomEvent<string>} evidence-wanted - With the transaction's id.
 */
@customElement('qa-session-list')
class QaSessionList extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        align-content: start;
        display: grid;
        gap: 10px;
        grid-template-columns: minmax(0, 1fr);
        padding: 0 12px 10px;
      }

      table {
        border-collapse: collapse;
        width: 100%;
      }

      th {
        color: var(--ink-2);
        font-size: 12px;
        font-weight: 500;
      }

      th,
      td {
        border-bottom: 1px solid var(--line);
        padding: 6px 8px 6px 0;
        text-align: start;
        vertical-align: middle;
      }

      code {
        overflow-wrap: anywhere;
      }

      td:last-child {
        padding-inline-end: 0;
        text-align: end;
      }

      time {
        color: var(--ink-2);
        display: block;
        font-size: 12px;
        font-variant-numeric: tabular-nums;
      }

      .notice {
        margin-top: 10px;
      }

      .button {
        justify-self: start;
      }
    `,
  ];

  readonly #sessions = new LatestValue<Sessions>(this);

  @property({ attribute: false }) service!: ServiceClient;
  /** Incremented when sessions may have changed. */
  @property({ attribute: false }) revision = 0;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('service')) this.#sessions.clear();
    if (changed.has('service') || changed.has('revision')) this.load([]);
  }

  private load(before: readonly ListedSession[], cursor?: string): void {
    void this.#sessions.load(async signal => {
      const { sessions, nextCursor } = await this.service.listSessions(signal, cursor);
      return { shown: [...before, ...sessions], nextCursor };
    });
  }

  private readonly renderRow = ({ sessionId, transactionId, status, createdAt }: ListedSession) =>
    html`<tr>
      <td>
        <code>${sessionId}</code>
        <time datetime=${createdAt}>${new Date(createdAt).toLocaleString('en-GB')}</time>
      </td>
      <td>${stateName(status)}</td>
      <td>
        ${
          status === 'COMPLETED'
            ? html`<button
                class="button"
                type="button"
                aria-label="Show the evidence of ${sessionId}"
                @click=${() => this.dispatchEvent(consoleEvent('evidence-wanted', transactionId))}
              >
                Evidence
              </button>`
            : nothing
        }
      </td>
    </tr>`;

  private renderTable({ shown, nextCursor }: Sessions) {
    return html`<table>
        <thead>
          <tr>
            <th>Session</th>
            <th>Status</th>
            <th><span class="visually-hidden">Evidence</span></th>
          </tr>
        </thead>
        <tbody>
          ${shown.map(this.renderRow)}
        </tbody>
      </table>
      ${
        nextCursor === undefined
          ? nothing
          : html`<button class="button" type="button" @click=${() => this.load(shown, nextCursor)}>
              Older ones
            </button>`
      }`;
  }

  override render() {
    const { value, problem } = this.#sessions;
    return html`${problem === undefined ? nothing : html`<p class="notice bad" role="alert">${problem}</p>`}
    ${
      value === undefined || value.shown.length === 0
        ? html`<p class="empty">No session of the client ${this.service.clientId} yet.</p>`
        : this.renderTable(value)
    }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-session-list': QaSessionList;
  }
}
