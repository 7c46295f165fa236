import { html, nothing, type TemplateResult } from 'lit';
import './panels/document-warnings.ts';
import type { DocumentProblem, ViewableLoad } from './document-load.ts';
import { documentProblem } from './opening.ts';
import type { ViewerTranslator } from './messages/viewer-messages.ts';
import { NOTHING_KNOWN, type ShownDocument } from './controller/shown-document.ts';
import './panels/text-view.ts';
import './toolbar/find-bar.ts';
import './panels/more-panel.ts';
import './panels/password-form.ts';
import type { ViewerCommands } from './toolbar/viewer-commands.ts';
import './toolbar/viewer-tools.ts';

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

/** What can be wrong with a file; the rest is wrong before there is one, and the pane says it. */
type FileProblem = Exclude<DocumentProblem, 'unreachable' | 'mismatch' | 'viewer' | 'assets'>;

/** Problems of files that another program may be able to open. */
const WORTH_DOWNLOADING: readonly FileProblem[] = ['damaged', 'protected', 'tooLarge'];

/** Renders why the file can't be shown, and what can be done. Nothing for problems that the pane reports. */
export function fileProblem(
  problem: DocumentProblem,
  messages: ViewerTranslator,
  href: string | undefined,
  filename: string,
  act: () => void,
): TemplateResult | typeof nothing {
  if (!isFileProblem(problem)) return nothing;
  const isOffered = href !== undefined && WORTH_DOWNLOADING.includes(problem);
  return documentProblem(messages.t('problem.heading'), messages.t(`problem.${problem}`), {
    retry: problem === 'protected' ? { text: messages.t('password.again'), act } : undefined,
    download: isOffered ? { text: messages.t('tools.download'), href, filename } : undefined,
  });
}

function isFileProblem(problem: DocumentProblem): problem is FileProblem {
  return !['unreachable', 'mismatch', 'viewer', 'assets'].includes(problem);
}
