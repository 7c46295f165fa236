import { html, nothing, type TemplateResult } from 'lit';
import type { MessageKey } from '../i18n/messages.ts';
import type { Translator } from '../i18n/translator.ts';
import type { ActionProblem, SessionSnapshot } from '../session/state.ts';
import { icon } from '../ui/icon.ts';

const WORDS: Readonly<Record<ActionProblem, MessageKey>> = {
  notDone: 'problem.notDone',
  busy: 'problem.busy',
  refused: 'problem.refused',
  declineNotDone: 'problem.declineNotDone',
  declineUnknown: 'problem.declineUnknown',
  unknown: 'trouble.unknown',
};

/**
 * Says, where the signer's eyes are, that their last action had no effect; or that nobody knows, with a way to
 * find out.
 */
export function problemNotice(
  { problem, pending }: SessionSnapshot,
  translator: Translator,
  check: () => void,
): TemplateResult {
  return html`<div role="alert">
    ${
      problem === undefined
        ? nothing
        : html`<div class="notice warn">
            ${icon('alert')}
            <div>
              <p>${translator.text(WORDS[problem])}</p>
              ${
                problem === 'unknown' || problem === 'declineUnknown'
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
