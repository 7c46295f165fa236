import { css, html, LitElement } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import { segments, segmentStyles } from '../ui/segments.ts';
import { type CodeInput, curlCode, htmlCode, nodeCode, pythonCode, reactCode } from './code-samples.ts';
import '../ui/copy-button.ts';

/** A piece of code with its kind for highlighting. */
interface CodePiece {
  readonly kind: 'plain' | 'text' | 'comment' | 'word';
  readonly text: string;
}

const PIECES =
  /(?<comment>(?<=^|\s)(?:#|\/\/) [^\n]*)|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<word>\b(?:import|from|const|await|async|function|return|export|new|throw|if|def|print|curl)\b)/gm;

/** Splits code into strings, comments, keywords and the rest, for all languages of the console's examples. */
export function highlighted(code: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const match of code.matchAll(PIECES)) {
    if (match.index > end) pieces.push({ kind: 'plain', text: code.slice(end, match.index) });
    const { comment, text } = match.groups ?? {};
    const kind = comment !== undefined ? 'comment' : text !== undefined ? 'text' : 'word';
    pieces.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) pieces.push({ kind: 'plain', text: code.slice(end) });
  return pieces;
}

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
class QaCode extends LitElement {
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
