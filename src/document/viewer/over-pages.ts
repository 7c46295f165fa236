import { html, nothing, type TemplateResult } from 'lit';
import type { ViewableLoad } from '../document-load.ts';
import type { ViewerTranslator } from '../words/viewer-key.ts';
import './more-panel.ts';
import './password-form.ts';
import type { ReaderCommands } from './reader-commands.ts';
import type { Showing } from './showing.ts';
import './text-view.ts';

/** What stands over the pages depends on. */
export interface OverPages {
  readonly words: ViewerTranslator;
  readonly commands: ReaderCommands;
  readonly load: ViewableLoad;
  readonly showing: Showing | undefined;
}

/** What lies over the pages: their text, the question for a password, “more”. */
export function overPages({ words, commands, load, showing }: OverPages): TemplateResult {
  return html`${commands.asText ? textOf(words, commands, showing) : nothing} ${passwordForm(words, showing)}
  ${commands.panel === 'more' ? morePanel(words, commands, load, showing) : nothing}`;
}

function textOf(
  words: ViewerTranslator,
  commands: ReaderCommands,
  showing: Showing | undefined,
): TemplateResult | typeof nothing {
  const list = showing?.list;
  if (list === undefined) return nothing;
  return html`<sign-session-document-text
    .words=${words}
    .page=${list.page}
    .pages=${list.pages}
    .read=${commands.readPage}
    .seen=${commands.noteRead}
  ></sign-session-document-text>`;
}

function passwordForm(
  words: ViewerTranslator,
  showing: Showing | undefined,
): TemplateResult | typeof nothing {
  if (showing?.state.status !== 'asking') return nothing;
  return html`<sign-session-document-password
    .words=${words}
    .wrong=${showing.state.wrong}
    .checking=${showing.state.checking}
    .answer=${(password: string) => showing.answer(password)}
    .giveUp=${() => showing.giveUp()}
  ></sign-session-document-password>`;
}

function morePanel(
  words: ViewerTranslator,
  commands: ReaderCommands,
  load: ViewableLoad,
  showing: Showing | undefined,
): TemplateResult {
  return html`<sign-session-document-more
    .words=${words}
    .list=${showing?.list}
    .hasOutline=${(showing?.outline.length ?? 0) > 0}
    .asText=${commands.asText}
    .digest=${load.status === 'loaded' ? load.digest : ''}
    .verified=${load.status === 'loaded' && load.verified}
  ></sign-session-document-more>`;
}
