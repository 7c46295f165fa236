import { type TemplateResult, nothing } from 'lit';
import type { DocumentProblem } from './document-load.ts';
import { documentProblem } from './opening.ts';
import type { ViewerTranslator } from './messages/viewer-messages.ts';

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
