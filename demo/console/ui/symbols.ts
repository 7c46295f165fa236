import { css, html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';

/** The console's icons, drawn as the widget's: a grid of 24 units, a stroke of 1.75 with round ends. */
const SYMBOLS = {
  back: svg`<path d="m11 6-6 6 6 6M5 12h14"/>`,
  check: svg`<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
  cross: svg`<path d="m6.5 6.5 11 11m0-11-11 11"/>`,
  dots: svg`<path stroke-width="3" d="M5 12h.01M12 12h.01M19 12h.01"/>`,
  list: svg`<path d="M8.5 6H20M8.5 12H20M8.5 18H20M4.5 6h.01M4.5 12h.01M4.5 18h.01"/>`,
  qr: svg`<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2h-2z"/>`,
  reload: svg`<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15"/>`,
  turn: svg`<path d="M4 12a8 8 0 0 1 13.7-5.6L20 8.5M20 4v4.5h-4.5M20 12a8 8 0 0 1-13.7 5.6L4 15.5M4 20v-4.5h4.5"/>`,
} satisfies Record<string, SVGTemplateResult>;

type SymbolName = keyof typeof SYMBOLS;

/** A decorative icon: the control has a text or label. */
export function symbol(name: SymbolName): TemplateResult {
  return html`<svg class="symbol" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${SYMBOLS[name]}
  </svg>`;
}

export const symbolStyles = css`
  .symbol {
    fill: none;
    flex: none;
    height: 16px;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 1.75;
    width: 16px;
  }
`;
