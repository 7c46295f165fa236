import { css, html, nothing, type TemplateResult } from 'lit';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { BatchDocuments } from '../../session/batch-documents.ts';
import { LazyScreenElement } from '../lazy-screen.ts';

/** The signed documents of a batch, each to be downloaded: a part of the screen that says the end. */
export class BatchResults extends LazyScreenElement<'batch'> {
  static override readonly styles = [
    controls,
    css`
      ol {
        border: 1px solid var(--line);
        border-radius: 10px;
        list-style: none;
        margin: 0;
        max-block-size: 24em;
        overflow-y: auto;
        padding: 0;
      }

      li {
        align-items: center;
        display: flex;
        gap: 8px;
        justify-content: space-between;
        min-height: 48px;
        padding: 4px 14px;
      }

      li + li {
        border-top: 1px solid var(--line);
      }

      span {
        overflow-wrap: anywhere;
      }

      a {
        align-items: center;
        color: inherit;
        display: inline-flex;
        flex: none;
        font-weight: 600;
        min-height: 44px;
      }
    `,
  ];

  readonly #documents = new BatchDocuments(this);

  protected override firstUpdated(): void {
    this.dispatchIntent({ kind: 'batch', work: this.#documents.reading(false) });
  }

  override render(): TemplateResult {
    const { messages } = this;
    return html`<ol aria-label=${messages.t('list')} tabindex="0">
      ${this.#documents.all.map(
        ({ title, downloadUrl }, index) =>
          html`<li>
            <span>${index + 1}. ${title}</span>
            ${
              downloadUrl === undefined
                ? nothing
                : html`<a
                    href=${downloadUrl}
                    download
                    rel="noreferrer"
                    aria-label=${messages.t('downloadOf', { title })}
                    >${messages.t('download')}</a
                  >`
            }
          </li>`,
      )}
    </ol>`;
  }
}

define('sign-session-batch-results', BatchResults);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-batch-results': BatchResults;
  }
}
