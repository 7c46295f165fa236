import { html, nothing, type TemplateResult } from 'lit';
import '../checks/document-warnings.ts';
import type { ViewableLoad } from '../document-load.ts';
import type { ViewerTranslator } from '../messages/viewer-messages.ts';
import { NOTHING_KNOWN, type ShownDocument } from '../shown-document.ts';
import '../text/text-view.ts';
import './find-bar.ts';
import './more-panel.ts';
import './password-form.ts';
import type { ViewerCommands } from './viewer-commands.ts';
import './viewer-tools.ts';

/** What the viewer's parts depend on. */
export interface ViewerParts {
  readonly messages: ViewerTranslator;
  readonly commands: ViewerCommands;
  readonly load: ViewableLoad;
  readonly shown: ShownDocument | undefined;
  /** The address of the document's bytes, once they are loaded. */
  readonly href: string | undefined;
  readonly filename: string;
  /** Is the full view available, and not open? */
  readonly canFill: boolean;
}

/** Renders what is above the pages: the toolbar, the find bar, the warnings. */
export function viewerHeader(parts: ViewerParts): TemplateResult {
  const { messages, commands, shown, href, filename, canFill } = parts;
  const { outline, find, warnings, warningPages } = shown?.known ?? NOTHING_KNOWN;
  return html`<sign-session-document-tools
      .messages=${messages}
      .list=${shown?.list}
      .hasOutline=${outline.length > 0}
      .panel=${commands.panel}
      .finding=${commands.finding}
      .asText=${commands.asText}
      .href=${href}
      .filename=${filename}
      .canFill=${canFill}
    ></sign-session-document-tools>
    ${
      commands.finding
        ? html`<sign-session-document-find .messages=${messages} .find=${find}></sign-session-document-find>`
        : nothing
    }
    <sign-session-document-warnings
      .messages=${messages}
      .warnings=${warnings}
      .pages=${warningPages}
      .href=${href}
      .filename=${filename}
    ></sign-session-document-warnings>`;
}

/** Renders what covers the pages: their text, the password form, “more”. */
export function viewerOverlays(parts: ViewerParts): TemplateResult {
  const { messages, commands, shown } = parts;
  const list = shown?.list;
  return html`${
    commands.asText && list !== undefined
      ? html`<sign-session-document-text
          .messages=${messages}
          .page=${list.page}
          .pages=${list.pages}
          .read=${commands.readPage}
          .seen=${commands.noteRead}
        ></sign-session-document-text>`
      : nothing
  }
  ${passwordForm(parts)} ${commands.panel === 'more' ? morePanel(parts) : nothing}`;
}

function passwordForm({ messages, shown }: ViewerParts): TemplateResult | typeof nothing {
  const state = shown?.known.state;
  if (state?.status !== 'asking') return nothing;
  return html`<sign-session-document-password
    .messages=${messages}
    .wrong=${state.wrong}
    .checking=${state.checking}
    .answer=${(password: string) => shown?.answer(password)}
    .giveUp=${() => shown?.giveUp()}
  ></sign-session-document-password>`;
}

function morePanel({ messages, commands, load, shown }: ViewerParts): TemplateResult {
  return html`<sign-session-document-more
    .messages=${messages}
    .list=${shown?.list}
    .hasOutline=${(shown?.known.outline.length ?? 0) > 0}
    .asText=${commands.asText}
    .digest=${load.status === 'loaded' ? load.digest : ''}
    .verified=${load.status === 'loaded' && load.verified}
  ></sign-session-document-more>`;
}
