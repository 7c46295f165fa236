import { html, type TemplateResult } from 'lit';
import type { ListState } from '../pdf/pdf-viewer.ts';
import type { ViewerTranslator } from '../words/viewer-key.ts';
import type { ViewerCommand } from './command.ts';
import { toolButton } from './tool-button.ts';
import { ICON } from './viewer-icons.ts';

/** Smaller, how large, larger, full width. `list` is `undefined` while there are no pages to zoom. */
export function zoomTools(
  list: ListState | undefined,
  words: ViewerTranslator,
  ask: (command: ViewerCommand) => void,
): TemplateResult {
  const percent = list === undefined ? undefined : Math.round(list.scale * 100);
  return html`${toolButton({
      icon: ICON.minus,
      name: words.text('tools.zoomOut'),
      enabled: list?.canZoomOut === true,
      act: () => ask({ kind: 'zoom', direction: -1 }),
    })}
    <span class="percent">${percent === undefined ? '' : words.text('tools.zoomLevel', { percent })}</span>
    ${toolButton({
      icon: ICON.plus,
      name: words.text('tools.zoomIn'),
      enabled: list?.canZoomIn === true,
      act: () => ask({ kind: 'zoom', direction: 1 }),
    })}
    ${toolButton({
      icon: ICON.fitWidth,
      name: words.text('tools.fitWidth'),
      enabled: list !== undefined,
      act: () => ask({ kind: 'fitWidth' }),
    })}`;
}
