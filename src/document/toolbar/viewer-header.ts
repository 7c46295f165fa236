import { html, nothing, type TemplateResult } from 'lit';
import type { WarningPages } from '../pages/pdf-viewer.ts';
import type { ViewerTranslator } from '../messages/viewer-messages.ts';
import '../checks/document-warnings.ts';
import './find-bar.ts';
import type { ViewerCommands } from './viewer-commands.ts';
import type { ShownDocument } from '../shown-document.ts';
import './viewer-tools.ts';

/** What stands above the pages depends on. */
export interface ViewerHeader {
  readonly messages: ViewerTranslator;
  readonly commands: ViewerCommands;
  readonly shown: ShownDocument | undefined;
  /** Where the document's bytes are, once they are here. */
  readonly href: string | undefined;
  readonly filename: string;
  /** Can the viewer be shown over the whole window, and is it not yet? */
  readonly canFill: boolean;
}

/** What stands above the pages: the tools, what is looked for, what the pages may not show. */
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
