import { html, nothing, type SVGTemplateResult, type TemplateResult } from 'lit';
import { drawing } from '../../ui/icon.ts';

/** A tool without words: its name is its label and its tip. */
export interface Tool {
  readonly icon: SVGTemplateResult;
  readonly name: string;
  /** A tool that has nothing to do now stays, and keeps the focus. */
  readonly enabled?: boolean;
  /** Whether what it opens is open; left out where it opens nothing. */
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
    aria-label=${name}
    title=${name}
    aria-disabled=${enabled ? 'false' : 'true'}
    aria-expanded=${expanded === undefined ? nothing : expanded ? 'true' : 'false'}
    @click=${enabled ? act : nothing}
  >
    ${drawing(icon)}
  </button>`;
}
