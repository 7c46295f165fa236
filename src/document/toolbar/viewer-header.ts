import { html, nothing, type TemplateResult } from 'lit';
import type { WarningPages } from '../pages/pdf-viewer.ts';
import type { ViewerTranslator } from '../messages/viewer-message-key.ts';
import '../checks/document-warnings.ts';
import './find-bar.ts';
import type { ViewerCommands } from './viewer-commands.ts';
import type { ShownDocument } from '../shown-document.ts';
import './viewer-tools.ts';

/** What the header depends on. */
export interface ViewerHeader {
  readonly messages: ViewerTranslator;
  readonly commands: ViewerCommands;
  readonly shown: ShownDocument | undefined;
  /** The address of the document's bytes, once they are loaded. */
  readonly href: string | undefined;
  readonly filename: string;
  /** Is the full view available, and not open? */
  readonly canFill: boolean;
}

/** Renders what is above the pages: the toolbar, the find bar, the warnings. */
export function viewerHeader({
  messages,
  commands,
  shown,
  href,
  filename,
  canFill,
}: ViewerHeader): TemplateResult {
  return html`<sign-session-document-tools
      .messages=${messages}
      .list=${shown?.list}
      .hasOutline=${(shown?.outline.length ?? 0) > 0}
      .panel=${commands.panel}
      .finding=${commands.finding}
      .asText=${commands.asText}
      .href=${href}
      .filename=${filename}
      .canFill=${canFill}
    ></sign-session-document-tools>
    ${
      commands.finding
        ? html`<sign-session-document-find
            .messages=${messages}
            .find=${shown?.find}
          ></sign-session-document-find>`
        : nothing
    }
    <sign-session-document-warnings
      .messages=${messages}
      .warnings=${shown?.warnings ?? NONE}
      .pages=${shown?.warningPages ?? NO_PAGES}
      .href=${href}
      .filename=${filename}
    ></sign-session-document-warnings>`;
}

const NONE: readonly never[] = [];
const NO_PAGES: WarningPages = new Map();
