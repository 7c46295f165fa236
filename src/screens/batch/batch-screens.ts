import { css, html, nothing, type TemplateResult } from 'lit';
import { BatchDocuments } from '../../session/batch-documents.ts';
import { currentStep } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { lazyScreen, LazyScreenElement, type LazyScreenProps } from '../lazy-screen.ts';
import { screenProperties } from '../screen.ts';
import type { PartOfBatch } from './batch-screen.ts';
import './batch-screen.ts';
import { ListRequest } from './list-request.ts';

/** The signed documents of a batch, each to be downloaded: a part of the screen that says the end. */
class BatchResults extends LazyScreenElement<'batch'> {
  static override readonly styles = [
    controls,
    css`
      ol {
        border: 1px solid var(--line);
        border-radius: var(--radius-control);
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
        padding: 4px 12px;
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

  readonly #list = new ListRequest(this, this.#documents, this.#documents.reading(false));

  override render(): TemplateResult {
    const { messages, translator } = this;
    if (this.#list.problem !== undefined)
      return html`<p role="alert">${messages.t('failed.unreachable')}</p>
        <button class="button secondary" type="button" @click=${this.#list.again}>
          ${translator.t('action.retry')}
        </button>`;
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

/** Several documents: to be read and accepted or signed with a certificate, and once they are signed to be downloaded. */
export const batchScreens = lazyScreen('batch', (common, props) => {
  const { view, appearance, assetsUrl } = props;
  return view.status === 'ACTIVE'
    ? html`<sign-session-batch
        ${common}
        .appearance=${appearance}
        .assetsUrl=${assetsUrl}
        .certificate=${certificatePart(props)}
      ></sign-session-batch>`
    : html`<sign-session-batch-results ${common}></sign-session-batch-results>`;
});

/** The step's own screen, where the documents are signed with a certificate. */
function certificatePart(props: LazyScreenProps): PartOfBatch | undefined {
  if (currentStep(props.view)?.type !== 'DIGITAL_SIGN_A1') return undefined;
  const loaded = props.screens?.get('certificate');
  if (typeof loaded === 'object') return batch => loaded.render({ ...props, batch });
  if (loaded !== 'failed' && loaded !== 'retryFailed') return () => nothing;
  const { translator, snapshot } = props;
  const missing = { translator, snapshot, missing: loaded, isOverlay: false };
  return () => html`<sign-session-error ${screenProperties(missing, false)}></sign-session-error>`;
}
