import { type TemplateResult, html, nothing } from 'lit';
import type { Step } from '../../session/view.ts';
import { icon } from '../../ui/icon.ts';
import type { LaterKey } from '../../i18n/messages.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import { browserFamily } from '../../camera/browser-family.ts';
import { CameraError, type CameraProblem } from '../../camera/camera-problem.ts';
import type { ChallengeFailure } from '../../face/challenge.ts';
import { type TrackerProblem, trackerProblem } from '../../face/face-tracker.ts';

/** Why an attempt failed. */
export type LivenessProblem =
  | CameraProblem
  | Exclude<TrackerProblem, CameraProblem>
  | ChallengeFailure
  /** The page was hidden, which turned the camera off. */
  | 'hidden'
  /** The signer's face was not found well enough to begin. */
  | 'unseen'
  /** The service asks for something that this widget doesn't know. */
  | 'unknownAction';

/** The problem behind an error of camera or tracker; undefined for any other error, which is a bug. */
export function problemOf(error: unknown): LivenessProblem | undefined {
  return error instanceof CameraError ? error.problem : trackerProblem(error);
}

/** Is another attempt useless? */
export function isFinal(problem: LivenessProblem): boolean {
  return ['insecure', 'unsupported', 'inAppBrowser', 'policy', 'webgl', 'assets', 'unknownAction'].includes(
    problem,
  );
}

/** What the signer can do about it: how to allow the camera depends on the browser. */
export function instructionOf(problem: LivenessProblem, userAgent: string): LaterKey<'liveness'> | undefined {
  if (problem !== 'denied' && problem !== 'unanswered') return undefined;
  return `allow.${browserFamily(userAgent)}`;
}

/** Why an attempt failed, and what the signer can do about it in this browser. */
export function attemptNotice(
  problem: LivenessProblem | undefined,
  messages: LaterTranslator<'liveness'>,
): TemplateResult {
  const instruction = problem && instructionOf(problem, navigator.userAgent);
  return html`<div role="alert">
    ${
      problem === undefined
        ? nothing
        : html`<div class="notice warn">
            ${icon('alert')}
            <div>
              <p>${messages.t(`problem.${problem}`)}</p>
              ${instruction === undefined ? nothing : html`<p>${messages.t(instruction)}</p>`}
            </div>
          </div>`
    }
  </div>`;
}

/** The service rejected the attempt; says how many are left. */
export function refusalNotice(
  { attempts, maxAttempts }: Step,
  messages: LaterTranslator<'liveness'>,
): TemplateResult {
  return html`<div role="alert">
    <div class="notice bad">
      ${icon('alert')}
      <div>
        <p>${messages.t('problem.notPassed')}</p>
        <p>${messages.plural('attempts', maxAttempts - attempts)}</p>
      </div>
    </div>
  </div>`;
}
