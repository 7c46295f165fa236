import { type TemplateResult, html, nothing } from 'lit';
import type { DocumentProblem } from './document-load.ts';
import { documentProblem, downloadButton } from './opening.ts';
import type { ViewerTranslator } from './messages/viewer-message-key.ts';

/** Problems of a file. The pane reports the others, which occur before there is a file. */
type FileProblem = Exclude<DocumentProblem, 'unreachable' | 'mismatch' | 'viewer'>;

/** Problems of files that another program may be able to open. */
const WORTH_DOWNLOADING: readonly FileProblem[] = ['damaged', 'protected', 'tooLarge'];

/** The ways on that the viewer has. */
export interface WaysOn {
  readonly href: string | undefined;
  readonly filename: string;
  readonly retry: () => void;
}

/** Renders why the file can't be shown, and what can be done. Nothing for problems that the pane reports. */
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
  return problem !== 'unreachable' && problem !== 'mismatch' && problem !== 'viewer';
}
