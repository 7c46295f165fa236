import { LitElement, css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import '../ui/copy-button.ts';
import { segmentStyles, segments } from '../ui/segments.ts';
import type { CodeInput } from './code-request.ts';
import { highlighted } from './highlight.ts';
import { htmlCode, reactCode } from './page-code.ts';
import { curlCode, nodeCode, pythonCode } from './server-code.ts';

type Write = (input: CodeInput) => string;

/** The content of one tab: the code, and what it requires. */
interface Language {
  readonly name: string;
  readonly write: Write;
  readonly isServer: boolean;
}

const LANGUAGES = {
  curl: { name: 'curl', write: curlCode, isServer: true },
  node: { name: 'Node', write: nodeCode, isServer: true },
  python: { name: 'Python', write: pythonCode, isServer: true },
  html: { name: 'HTML', write: htmlCode, isServer: false },
  react: { name: 'React', write: reactCode, isServer: false },
} as const satisfies Record<string, Language>;
type LanguageId = keyof typeof LANGUAGES;

const LANGUAGE_IDS = ['curl', 'node', 'python', 'html', 'react'] as const satisfies readonly LanguageId[];

/** The current settings as code to copy. */
@customElement('qa-code')
export class QaCode extends LitElement {
  static override readonly styles = [
    controls,
    segmentStyles,
    css`
      :host {
        align-content: start;
        display: grid;
        gap: 12px;
        grid-template-columns: minmax(0, 1fr);
        padding: 14px;
      }

      .top {
        align-items: center;
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        justify-content: space-between;
      }

      p {
        color: var(--ink-2);
      }

      pre {
        background: var(--code);
        border-radius: 10px;
        color: var(--on-code);
        line-height: 1.6;
        margin: 0;
        overflow: auto;
        padding: 14px;
        tab-size: 2;
      }

      .word {
        color: #8fb0ff;
      }

      .text {
        color: #8ed3a8;
      }

      .comment {
        color: #9aa5b5;
      }
    `,
  ];

  @state() private language: LanguageId = 'curl';

  @property({ attribute: false }) input!: CodeInput;

  private renderNeeds() {
    if (!LANGUAGES[this.language].isServer)
      return html`<p>The page gets the session’s client secret from your server.</p>`;
    const { document } = this.input.first;
    const file = document === undefined ? '' : html` and the document as <code>${document}</code>`;
    return html`<p>Needs the API client’s secret in <code>CLIENT_SECRET</code>${file}.</p>`;
  }

  override render() {
    const code = LANGUAGES[this.language].write(this.input);
    return html`<div class="top">
        ${segments({
          legend: 'Language',
          choices: LANGUAGE_IDS.map(id => [id, LANGUAGES[id].name] as const),
          value: this.language,
          onChoose: id => (this.language = id),
        })}
        <qa-copy .text=${() => code} label="Copy the code" short="Copy"></qa-copy>
      </div>
      ${this.renderNeeds()}
      <pre tabindex="0" aria-label="Code">
${highlighted(code).map(({ kind, text }) => html`<span class=${kind}>${text}</span>`)}</pre>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-code': QaCode;
  }
}
