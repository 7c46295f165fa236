import { type SVGTemplateResult, type TemplateResult, html, nothing, svg } from 'lit';
import { drawing } from '../../ui/icon.ts';
import type { ListState } from '../controller/pdf-viewer.ts';
import type { ViewerTranslator } from '../messages/viewer-messages.ts';
import type { ViewerCommand } from './command.ts';

/** The toolbar's icons, on the widget's grid (ui/icon.ts). */
export const ICON = {
  close: svg`<path d="m6.5 6.5 11 11m0-11-11 11"/>`,
  chevronDown: svg`<path d="m6 9.5 6 6 6-6"/>`,
  chevronUp: svg`<path d="m6 14.5 6-6 6 6"/>`,
  find: svg`<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4 4"/>`,
  fitWidth: svg`<path d="M4 5v14M20 5v14M7.5 12h9m-9 0 3-3m-3 3 3 3m6-3-3-3m3 3-3 3"/>`,
  fullView: svg`<path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15"/>`,
  minus: svg`<path d="M5 12h14"/>`,
  more: svg`<path d="M5 12h.01M12 12h.01M19 12h.01" stroke-width="2.75"/>`,
  outline: svg`<path d="M4.5 6h.01M4.5 12h.01M4.5 18h.01M9 6h11M9 12h8M9 18h11"/>`,
  pages: svg`<path d="M8 3.5h7l3.5 3.5v10H8ZM8 7H5.5v13.5H15V17"/>`,
  plus: svg`<path d="M5 12h14M12 5v14"/>`,
  text: svg`<path d="M5 6h14M5 10.5h14M5 15h14M5 19.5h8"/>`,
} as const;

/** A tool that shows only an icon. Its name is the tooltip; a label beside it would make that a description, read twice. */
interface Tool {
  readonly icon: SVGTemplateResult;
  readonly name: string;
  /** A disabled tool stays visible and keeps the focus. */
  readonly enabled?: boolean;
  /** Whether what it opens is open; omitted if it opens nothing. */
  readonly expanded?: boolean;
  readonly className?: string;
  readonly act: () => void;
}

export function toolButton({
  icon,
  name,
  enabled = true,
  expanded,
  className = '',
  act,
}: Tool): TemplateResult {
  return html`<button
    class="icon-button ${className}"
    type="button"
    title=${name}
    aria-disabled=${enabled ? 'false' : 'true'}
    aria-expanded=${expanded === undefined ? nothing : expanded ? 'true' : 'false'}
    @click=${enabled ? act : nothing}
  >
    ${drawing(icon)}
  </button>`;
}

/** Zoom out, level, zoom in, fit width. `list` is `undefined` while there are no pages. */
export function zoomTools(
  list: ListState | undefined,
  messages: ViewerTranslator,
  ask: (command: ViewerCommand) => void,
): TemplateResult {
  const percent = list === undefined ? undefined : Math.round(list.scale * 100);
  return html`${toolButton({
      icon: ICON.minus,
      name: messages.t('tools.zoomOut'),
      enabled: list?.canZoomOut === true,
      act: () => ask({ kind: 'zoom', direction: -1 }),
    })}
    <span class="percent">${percent === undefined ? '' : messages.t('tools.zoomLevel', { percent })}</span>
    ${toolButton({
      icon: ICON.plus,
      name: messages.t('tools.zoomIn'),
      enabled: list?.canZoomIn === true,
      act: () => ask({ kind: 'zoom', direction: 1 }),
    })}
    ${toolButton({
      icon: ICON.fitWidth,
      name: messages.t('tools.fitWidth'),
      enabled: list !== undefined,
      act: () => ask({ kind: 'fitWidth' }),
    })}`;
}
