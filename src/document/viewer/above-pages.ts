import { html, nothing, type TemplateResult } from 'lit';
import type { NoticePages } from '../pdf/pdf-viewer.ts';
import type { ViewerTranslator } from '../words/viewer-key.ts';
import './document-notices.ts';
import './find-bar.ts';
import type { ReaderCommands } from './reader-commands.ts';
import type { Showing } from './showing.ts';
import './viewer-tools.ts';

/** What stands above the pages depends on. */
export interface AbovePages {
  readonly words: ViewerTranslator;
  readonly commands: ReaderCommands;
  readonly showing: Showing | undefined;
  /** Where the document's bytes are, once they are here. */
  readonly href: string | undefined;
  readonly filename: string;
  /** Can the viewer be shown over the whole window, and is it not yet? */
  readonly canFill: boolean;
}

/** What stands above the pages: the tools, what is looked for, what the pages may not show. */
export function abovePages({
  words,
  commands,
  showing,
  href,
  filename,
  canFill,
}: AbovePages): TemplateResult {
  return html`<sign-session-document-tools
      .words=${words}
      .list=${showing?.list}
      .hasOutline=${(showing?.outline.length ?? 0) > 0}
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
            .words=${words}
            .find=${showing?.find}
          ></sign-session-document-find>`
        : nothing
    }
    <sign-session-document-notices
      .words=${words}
      .notices=${showing?.notices ?? NONE}
      .pages=${showing?.noticePages ?? NO_PAGES}
      .href=${href}
      .filename=${filename}
    ></sign-session-document-notices>`;
}

const NONE: readonly never[] = [];
const NO_PAGES: NoticePages = new Map();
