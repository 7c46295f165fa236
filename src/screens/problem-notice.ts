import { html, nothing, type TemplateResult } from 'lit';
import type { MessageKey } from '../i18n/messages.ts';
import type { Translator } from '../i18n/translator.ts';
import type { ActionProblem, SessionSnapshot, SessionState } from '../session/state.ts';
import { icon } from '../ui/icon.ts';

type Word = MessageKey & `${string}.${'notDone' | 'busy' | 'refused' | 'unknown'}`;

/** The words for what became of accepting; declining has some of its own. */
const WORDS: Readonly<Record<ActionProblem['kind'], Word>> = {
  notDone: 'problem.notDone',
  busy: 'problem.busy',
  tooMany: 'problem.busy',
  refused: 'problem.refused',
  exhausted: 'problem.refused',
  unknown: 'trouble.unknown',
};

/** Nobody signs an action: they confirm it. */
function wordsFor({ action, kind }: ActionProblem, state: SessionState): MessageKey {
  if (action === 'decline') return kind === 'unknown' ? 'problem.declineUnknown' : 'problem.declineNotDone';
  const confirms = state.phase === 'open' && state.view.purpose === 'action';
  return confirms ? `${WORDS[kind]}.action` : WORDS[kind];
}

/**
 * Says, where the signer's eyes are, that their last action had no effect; or that nobody knows, with a way to
 * find out.
 */
export function problemNotice(
  { problem, pending, state }: SessionSnapshot,
  translator: Translator,
  check: () => void,
  words = (at: ActionProblem): string => translator.text(wordsFor(at, state)),
): TemplateResult {
  return html`<div role="alert">
    ${
      problem === undefined
        ? nothing
        : html`<div class="notice warn">
            ${icon('alert')}
            <div>
              <p>${words(problem)}</p>
              ${
                problem.kind === 'unknown'
                  ? html`<button
                      class="button quiet"
                      type="button"
                      aria-disabled=${pending === 'check' ? 'true' : 'false'}
                      @click=${check}
                    >
                      ${translator.text('action.reload')}
                    </button>`
                  : nothing
              }
            </div>
          </div>`
    }
  </div>`;
}
