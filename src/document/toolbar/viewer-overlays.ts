import { html, nothing, type TemplateResult } from 'lit';
import type { ViewableLoad } from '../document-load.ts';
import type { ViewerTranslator } from '../messages/viewer-message-key.ts';
import './more-panel.ts';
import './password-form.ts';
import type { ViewerCommands } from './viewer-commands.ts';
import type { ShownDocument } from '../shown-document.ts';
import '../text/text-view.ts';

/** What the overlays depend on. */
export interface ViewerOverlays {
  readonly messages: ViewerTranslator;
  readonly commands: ViewerCommands;
  readonly load: ViewableLoad;
  readonly shown: ShownDocument | undefined;
}

/** Renders what covers the pages: their text, the password form, “more”. */
export function viewerOverlays({ messages, commands, load, shown }: ViewerOverlays): TemplateResult {
  return html`${commands.asText ? textOf(messages, commands, shown) : nothing}
  ${passwordForm(messages, shown)}
  ${commands.panel === 'more' ? morePanel(messages, commands, load, shown) : nothing}`;
}

function textOf(
  messages: ViewerTranslator,
  commands: ViewerCommands,
  shown: ShownDocument | undefined,
): TemplateResult | typeof nothing {
  const list = shown?.list;
  if (list === undefined) return nothing;
  return html`<sign-session-document-text
    .messages=${messages}
    .page=${list.page}
    .pages=${list.pages}
    .read=${commands.readPage}
    .seen=${commands.noteRead}
  ></sign-session-document-text>`;
}

function passwordForm(
  messages: ViewerTranslator,
  shown: ShownDocument | undefined,
): TemplateResult | typeof nothing {
  if (shown?.state.status !== 'asking') return nothing;
  return html`<sign-session-document-password
    .messages=${messages}
    .wrong=${shown.state.wrong}
    .checking=${shown.state.checking}
    .answer=${(password: string) => shown.answer(password)}
    .giveUp=${() => shown.giveUp()}
  ></sign-session-document-password>`;
}

function morePanel(
  messages: ViewerTranslator,
  commands: ViewerCommands,
  load: ViewableLoad,
  shown: ShownDocument | undefined,
): TemplateResult {
  return html`<sign-session-document-more
    .messages=${messages}
    .list=${shown?.list}
    .hasOutline=${(shown?.outline.length ?? 0) > 0}
    .asText=${commands.asText}
    .digest=${load.status === 'loaded' ? load.digest : ''}
    .verified=${load.status === 'loaded' && load.verified}
  ></sign-session-document-more>`;
}
