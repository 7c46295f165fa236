import { type TemplateResult, html, nothing } from 'lit';
import type { DocumentProblem } from './document-load.ts';
import { documentProblem, downloadButton } from './opening.ts';
import type { ViewerTranslator } from './messages/viewer-message-key.ts';

/** What can be wrong with a file; the rest is wrong before there is one, and the pane says it. */
type FileProblem = Exclude<DocumentProblem, 'unreachable' | 'mismatch' | 'viewer' | 'assets'>;

/** Files that another program may still open. */
const WORTH_DOWNLOADING: readonly FileProblem[] = ['damaged', 'protected', 'tooLarge'];

/** The ways on that the viewer has. */
export interface WaysOn {
  readonly href: string | undefined;
  readonly filename: string;
  readonly retry: () => void;
}

/** Why the file can't be shown, and what can be done. Nothing for what the pane says. */
export function fileProblem(
  problem: DocumentProblem,
  messages: ViewerTranslator,
  { href, filename, retry }: WaysOn,
): TemplateResult | typeof nothing {
  if (!isFileProblem(problem)) return nothing;
  const again =
    problem === 'protected'
      ? html`<button class="button secondary retry" type="button" @click=${retry}>
          ${messages.t('password.again')}
        </button>`
      : nothing;
  const download =
    href !== undefined && WORTH_DOWNLOADING.includes(problem)
      ? downloadButton(href, filename, messages.t('tools.download'))
      : nothing;
  return documentProblem(messages.t('problem.heading'), messages.t(`problem.${problem}`), [again, download]);
}

function isFileProblem(problem: DocumentProblem): problem is FileProblem {
  return !['unreachable', 'mismatch', 'viewer', 'assets'].includes(problem);
}
