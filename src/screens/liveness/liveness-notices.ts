import { type TemplateResult, html, nothing } from 'lit';
import type { Step } from '../../session/view.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import { browserFamily, CameraError, type CameraProblem } from '../../camera/preflight.ts';
import type { ChallengeFailure } from '../../face/challenge.ts';
import { type TrackerProblem, trackerProblem } from '../../face/face-reading.ts';

type Messages = LaterTranslator<'liveness'>;
type Key = LaterKey<'liveness'>;

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

/** The reason in a few words. */
const REASONS: Readonly<Record<LivenessProblem, Key>> = {
  denied: 'reason.blocked',
  policy: 'reason.blocked',
  dismissed: 'reason.notAllowed',
  unanswered: 'reason.notAllowed',
  noCamera: 'reason.noCamera',
  inUse: 'reason.off',
  lost: 'reason.off',
  hidden: 'reason.off',
  insecure: 'reason.browser',
  unsupported: 'reason.browser',
  inAppBrowser: 'reason.browser',
  webgl: 'reason.browser',
  wasm: 'reason.browser',
  model: 'reason.notLoaded',
  assets: 'reason.notLoaded',
  load: 'reason.notLoaded',
  broken: 'reason.notLoaded',
  timeout: 'reason.unseen',
  otherMovement: 'reason.otherMovement',
  unseen: 'reason.unseen',
  unknownAction: 'reason.unknown',
};

/** What helps with a face that was not seen well. */
const TIPS: readonly Key[] = ['tip.light', 'tip.bare', 'tip.straight'];

/** What the signer can do about a problem, in order: how to allow the camera depends on the browser. */
function instructionsOf(problem: LivenessProblem, userAgent: string): readonly Key[] {
  if (problem !== 'denied' && problem !== 'inAppBrowser') return [];
  const family = browserFamily(userAgent);
  const own = [`unblock.${family}.1`, `unblock.${family}.2`] as const;
  return family === 'inApp' ? own : [...own, 'unblock.last'];
}

/** Takes the introduction's place after an attempt: why it failed, and what the signer can do about it. */
export function problemView(problem: LivenessProblem, messages: Messages): TemplateResult {
  const steps = instructionsOf(problem, navigator.userAgent);
  return html`<div role="alert" class="failure">
    <div class="intro">
      <h2 tabindex="-1">${messages.t(REASONS[problem])}</h2>
      <p class="secondary-text">${messages.t(`problem.${problem}`)}</p>
    </div>
    ${
      steps.length === 0
        ? nothing
        : html`<div class="help">
            <h3>${messages.t('unblock.heading')}</h3>
            <ol>
              ${steps.map(key => html`<li>${messages.t(key)}</li>`)}
            </ol>
          </div>`
    }
    ${problem === 'unseen' ? tips(messages) : nothing}
    ${isFinal(problem) ? html`<p class="secondary-text">${messages.t('other.ask')}</p>` : nothing}
  </div>`;
}

/** Does the government's database not agree? Another picture of the same face rarely changes that. */
export function isDataMismatch({ error }: Step): boolean {
  return error === 'identity-mismatch';
}

/** Takes the introduction's place after the service rejected an attempt: why, what helps, and how many are left. */
export function refusalView(step: Step, isSimulated: boolean, messages: Messages): TemplateResult {
  const key = refusalKey(step);
  const hasTips = !isDataMismatch(step) && !isSimulated;
  return html`<div role="alert" class="failure">
    <div class="intro">
      <h2 tabindex="-1">${messages.t(key)}</h2>
      <p class="secondary-text">${messages.t(`${key}.text`)}</p>
    </div>
    ${hasTips ? tips(messages) : nothing}
    <p class="secondary-text">${messages.plural('attempts', step.maxAttempts - step.attempts)}</p>
  </div>`;
}

function refusalKey(step: Step): 'refused.face' | 'refused.data' | 'refused.check' {
  if (isDataMismatch(step)) return 'refused.data';
  return step.error === 'match-failed' ? 'refused.face' : 'refused.check';
}

function tips(messages: Messages): TemplateResult {
  return html`<div class="help">
    <h3>${messages.t('tip.heading')}</h3>
    <ul>
      ${TIPS.map(key => html`<li>${messages.t(key)}</li>`)}
    </ul>
  </div>`;
}
