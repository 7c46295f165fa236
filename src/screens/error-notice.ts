import { html, nothing, type TemplateResult } from 'lit';
import type { MessageKey } from '../i18n/messages.ts';
import type { Translator } from '../i18n/translator.ts';
import type { ActionError } from '../session/errors.ts';
import type { SessionSnapshot, SessionState } from '../session/state.ts';
import { icon } from '../ui/icon.ts';

type Word = MessageKey & `${string}.${'notDone' | 'busy' | 'refused' | 'unknown'}`;

/** The words for what became of accepting; declining has some of its own. */
const WORDS: Readonly<Record<ActionError['reason'], Word>> = {
  notDone: 'problem.notDone',
  busy: 'problem.busy',
  tooMany: 'problem.busy',
  refused: 'problem.refused',
  exhausted: 'problem.refused',
  unknown: 'error.unknown',
};

/** Nobody signs an action: they confirm it. */
function wordsFor({ action, reason }: ActionError, state: SessionState): MessageKey {
  if (action === 'decline') return reason === 'unknown' ? 'problem.declineUnknown' : 'problem.declineNotDone';
  const confirms = state.phase === 'open' && state.view.purpose === 'action';
  return confirms ? `${WORDS[reason]}.action` : WORDS[reason];
}

/**
 * Says, where the signer's eyes are, that their last action had no effect; or that nobody knows, with a way to
 * find out.
 */
export function errorNotice(
  { error, pending, state }: SessionSnapshot,
  translator: Translator,
  check: () => void,
  messages = (at: ActionError): string => translator.t(wordsFor(at, state)),
): TemplateResult {
  return html`<div role="alert">
    ${
      error === undefined
        ? nothing
        : html`<div class="notice warn">
            ${icon('alert')}
            <div>
              <p>${messages(error)}</p>
              ${
                error.reason === 'unknown'
                  ? html`<button
                      class="button quiet"
                      type="button"
                      aria-disabled=${pending === 'check' ? 'true' : 'false'}
                      @click=${check}
                    >
                      ${translator.t('action.reload')}
                    </button>`
                  : nothing
              }
            </div>
          </div>`
    }
  </div>`;
}
