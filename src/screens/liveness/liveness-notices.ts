import { html, nothing, type TemplateResult } from 'lit';
import type { ActionProblem } from '../../session/state.ts';
import type { Step } from '../../session/view.ts';
import { icon } from '../../ui/icon.ts';
import { instructionOf, type LivenessProblem } from './liveness-problem.ts';
import type { LivenessKey, LivenessTranslator } from './liveness-words.ts';

/** Why nothing was proved, and what the signer can do about it in this browser. */
export function attemptNotice(
  problem: LivenessProblem | undefined,
  words: LivenessTranslator,
): TemplateResult {
  const instruction = problem && instructionOf(problem, navigator.userAgent);
  return html`<div role="alert">
    ${
      problem === undefined
        ? nothing
        : html`<div class="notice warn">
            ${icon('alert')}
            <div>
              <p>${words.text(`problem.${problem}`)}</p>
              ${instruction === undefined ? nothing : html`<p>${words.text(instruction)}</p>`}
            </div>
          </div>`
    }
  </div>`;
}

/** The service turned the attempt down; how many are left. */
export function refusalNotice({ attempts, maxAttempts }: Step, words: LivenessTranslator): TemplateResult {
  return html`<div role="alert">
    <div class="notice bad">
      ${icon('alert')}
      <div>
        <p>${words.text('problem.notPassed')}</p>
        <p>${words.plural('attempts', maxAttempts - attempts)}</p>
      </div>
    </div>
  </div>`;
}

/** What the signer is told of an attempt that the service did not get, or did not answer. */
export function serviceKey(kind: ActionProblem['kind']): LivenessKey {
  switch (kind) {
    case 'busy':
    case 'tooMany':
      return 'service.busy';
    case 'refused':
    case 'exhausted':
      return 'service.refused';
    case 'notDone':
      return 'service.notDone';
    case 'unknown':
      return 'service.unknown';
  }
}
