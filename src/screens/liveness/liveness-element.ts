import { html, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { LivenessAssets } from '../../assets/liveness-files.ts';
import { savesData, type TrackerSupply } from '../../face/tracker-supply.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import { LivenessFlow } from '../../session/liveness-flow.ts';
import type { SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { offersPhone, PhoneStepScreen } from '../handover/handover-part.ts';
import { screen } from '../screen.styles.ts';
import { cameraStyles } from './camera-view.styles.ts';
import { cameraView, captionOf } from './camera-view.ts';
import { type AttemptPhase, LivenessAttempt } from './liveness-attempt.ts';
import {
  isDataMismatch,
  isFinal,
  type LivenessProblem,
  problemView,
  refusalView,
} from './liveness-notices.ts';
import { type CameraMemory, livenessOptions, SpokenHints } from './liveness-options.ts';
import { styles } from './liveness-screen.styles.ts';

/** A provider's page has to do the check; null: there is none, so the check isn't possible here. */
function otherPage(url: string | null, messages: LaterTranslator<'liveness'>): TemplateResult {
  return html`<div class="intro">
    <h2 tabindex="-1">${messages.t('heading')}</h2>
    <p class="secondary-text">${messages.t(url === null ? 'other.nobody' : 'other.hosted')}</p>
  </div>`;
}

const LINES: readonly LaterKey<'liveness'>[] = ['intro', 'intro.permission', 'intro.privacy'];

/** What will happen, before anything is asked. */
function cameraIntro(messages: LaterTranslator<'liveness'>): TemplateResult {
  return html`<div class="intro">
      <h2 tabindex="-1">${messages.t('heading')}</h2>
    </div>
    <div class="lines">
      ${drawing}
      <ul class="secondary-text">
        ${LINES.map(key => html`<li>${messages.t(key)}</li>`)}
      </ul>
    </div>`;
}

/** A session without a camera says that it is one. */
function simulatedIntro(caption: string, messages: LaterTranslator<'liveness'>): TemplateResult {
  return html`<div class="intro">
      <h2 tabindex="-1">${messages.t('heading')}</h2>
      <p class="secondary-text">${messages.t('simulated.intro')}</p>
    </div>
    <p class="caption" role="status" ?hidden=${caption === ''}>${caption}</p>`;
}

/** A face in the oval that the camera shows. */
const drawing = html`<svg class="drawing" viewBox="0 0 96 112" aria-hidden="true" focusable="false">
  ${svg`<ellipse class="edge" cx="48" cy="56" rx="38" ry="50" />
    <path class="arc" d="M48 6a38 50 0 0 1 38 50" />
    <path class="person" d="M48 30c9 0 15 7 15 17s-6 19-15 19-15-9-15-19 6-17 15-17Z" />
    <path class="person" d="M42 65v7c0 4-14 5-20 12a38 50 0 0 0 52 0c-6-7-20-8-20-12v-7" />
    <path class="features" d="M42 47h.01M54 47h.01M43 56q5 4 10 0" />`}
</svg>`;

type Template = TemplateResult | typeof nothing;
type Kind = 'primary' | 'secondary' | 'quiet';

/** What can be pressed in the bar, and what happens then. */
interface LivenessActions {
  readonly messages: LaterTranslator<'liveness'>;
  /** Undefined where continuing on a phone is not offered. */
  readonly handlePhone: (() => void) | undefined;
  readonly start: { readonly key: LaterKey<'liveness'>; readonly busy: boolean; readonly press: () => void };
  readonly decline: { readonly text: string; readonly press: () => void };
}

function button(text: string, kind: Kind, press: () => void): TemplateResult {
  return html`<button class="button ${kind}" type="button" @click=${press}>${text}</button>`;
}

/** The bar while the camera is on. */
function runningActions(
  { messages, handlePhone }: LivenessActions,
  handleStop: () => void,
  options: Template,
): TemplateResult {
  return html`<div class="actions">
    <div class="row">
      ${button(messages.t('stop'), 'quiet', handleStop)} ${options}
      ${handlePhone === undefined ? nothing : button(messages.t('phone'), 'quiet', handlePhone)}
    </div>
  </div>`;
}

/**
 * The bar otherwise.
 *
 * @param main what the primary button does: starts an attempt, or continues on a phone where that is possible.
 * @param canStart is another attempt of any use?
 */
function idleActions(
  actions: LivenessActions,
  { main, canStart, error }: { main: 'start' | 'phone' | 'none'; canStart: boolean; error: Template },
): TemplateResult {
  const { messages, handlePhone, decline } = actions;
  const phone = (kind: Kind) =>
    handlePhone === undefined ? nothing : button(messages.t('phone'), kind, handlePhone);
  const isPhoneMain = main === 'phone' && handlePhone !== undefined;
  return html`<div class="actions">
    ${error} ${isPhoneMain ? phone('primary') : nothing}
    ${canStart ? start(actions, isPhoneMain || main === 'none' ? 'secondary' : 'primary') : nothing}
    <div class="row">
      ${isPhoneMain ? nothing : phone('quiet')} ${button(decline.text, 'quiet', decline.press)}
    </div>
  </div>`;
}

function start({ messages, start: { key, busy, press } }: LivenessActions, kind: Kind): TemplateResult {
  return html`<button
    class="button ${kind}"
    type="button"
    part="submit"
    aria-disabled=${String(busy)}
    @click=${press}
  >
    ${messages.t(key)}
  </button>`;
}

/** The bar where a provider's page has to do the check; undefined: there is none. */
function otherPageActions(
  actions: LivenessActions,
  url: string | undefined,
  reload: { readonly text: string; readonly press: () => void },
): TemplateResult {
  if (url === undefined) {
    return idleActions(actions, { main: 'phone', canStart: false, error: nothing });
  }
  return html`<div class="actions">
    <a class="button primary" href=${url} target="_blank" rel="noopener noreferrer"
      >${actions.messages.t('other.open')}${icon('external')}</a
    >
    ${button(reload.text, 'secondary', reload.press)}
    <div class="row">${button(actions.decline.text, 'quiet', actions.decline.press)}</div>
  </div>`;
}

/** Does the service need no camera? A sandbox needs none unless it says so. */
export function isSimulated({ biometrics, sandbox }: SessionView): boolean {
  return biometrics === undefined ? sandbox : biometrics === 'SIMULATED';
}

/** What the step shows, one at a time. */
type Scene = 'intro' | 'camera' | 'unsent' | 'problem' | 'refusal' | 'phone' | 'elsewhere';

/** The camera step: introduction, camera, and what replaces them when there is no camera or no success. */
class LivenessScreen extends PhoneStepScreen<'liveness'> {
  static override readonly styles = [controls, screen, styles, cameraStyles];

  readonly #voice = new SpokenHints();
  #attempt: LivenessAttempt | undefined;
  #check: LivenessFlow | undefined;

  @state() private needsTime = false;
  @state() private speaks = false;
  /** A provider's page that has to do the check; null: there is none. */
  @state() private elsewhere: string | null | undefined;

  @property({ attribute: false }) assets!: LivenessAssets;
  @property({ attribute: false }) supply!: TrackerSupply;
  @property({ attribute: false }) memory!: CameraMemory;

  @query('video') private readonly video!: HTMLVideoElement | null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#attempt?.stop();
    this.#voice.stop();
    // An element that was only moved is connected again by then.
    queueMicrotask(() => {
      if (!this.isConnected) this.supply.close();
    });
  }

  /** On a metered connection nothing was loaded before; here it is needed, and the signer has lines to read. */
  protected override firstUpdated(): void {
    if (!this.simulated && !savesData()) this.supply.warm(this.assets);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('isBehindOverlay') && this.isBehindOverlay) this.#attempt?.stop();
    if (this.speaks) this.#voice.say(this.caption, this.messages.locale);
    else this.#voice.stop();
    this.toggleAttribute('running', this.scene === 'camera');
  }

  private get phase(): AttemptPhase {
    return this.#attempt?.phase ?? { kind: 'idle' };
  }

  private get problem(): LivenessProblem | undefined {
    return this.#attempt?.problem;
  }

  private get caption(): string {
    return captionOf(this.phase, this.problem, this.messages);
  }

  private get simulated(): boolean {
    return isSimulated(this.view);
  }

  /** Are there captured pictures that still have to be uploaded? */
  private get hasUnsent(): boolean {
    return this.#check?.hasUnsent(this.step) ?? false;
  }

  private get scene(): Scene {
    const { phase, step } = this;
    if (this.onPhone) return 'phone';
    // A simulated check has no camera, unless the service asks for one all the same.
    if (phase.kind === 'send' && this.simulated) return 'intro';
    if (phase.kind !== 'idle') return 'camera';
    if (this.elsewhere !== undefined) return 'elsewhere';
    if (this.hasUnsent) return 'unsent';
    if (this.problem !== undefined) return 'problem';
    return step.attempts > 0 && !this.busy ? 'refusal' : 'intro';
  }

  private readonly handleStart = () => {
    if (this.busy) return;
    this.elsewhere = undefined;
    if (!this.hasUnsent) this.prepareAttempt();
    if (this.#check !== undefined) this.dispatchIntent({ kind: 'proveLiveness', work: this.#check.perform });
  };

  private prepareAttempt(): void {
    this.#attempt?.stop();
    this.#attempt = new LivenessAttempt(this, {
      assets: this.assets,
      supply: this.supply,
      deviceId: this.memory.chosen,
      needsTime: this.needsTime,
      simulated: this.simulated,
      screen: this,
      video: async () => {
        await this.updateComplete;
        if (this.video === null) throw new Error('The camera’s picture has no place.');
        return this.video;
      },
      opened: deviceId => void this.memory.opened(deviceId).then(() => this.requestUpdate()),
      elsewhere: url => {
        this.elsewhere = url ?? null;
      },
    });
    this.#check = new LivenessFlow(this.#attempt, this.view.clockOffset);
  }

  private readonly handleStop = () => this.#attempt?.stop();

  private readonly handleDecline = () => {
    this.#attempt?.stop();
    this.dispatchIntent({ kind: 'openDecline' });
  };

  private readonly handleCamera = (event: Event) => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    this.memory.choose(event.target.value);
    this.#attempt?.stop();
    this.requestUpdate();
  };

  protected override showPhone(isShown = true): void {
    this.#attempt?.stop();
    super.showPhone(isShown);
  }

  private renderChoices(isRunning: boolean): TemplateResult | typeof nothing {
    if (this.simulated) return nothing;
    const { needsTime, speaks, memory, handleCamera } = this;
    const toggleTime = () => (this.needsTime = !this.needsTime);
    const toggleSpeech = () => (this.speaks = !this.speaks);
    const options = { needsTime, speaks, memory, handleCamera, toggleTime, toggleSpeech };
    return livenessOptions(options, isRunning, this.messages);
  }

  private renderContent(scene: Exclude<Scene, 'phone'>): TemplateResult {
    const { messages, problem } = this;
    switch (scene) {
      case 'camera':
        return html`<h2 class="visually-hidden" tabindex="-1">${messages.t('heading')}</h2>
          ${cameraView(this.phase, this.caption, messages)}`;
      case 'elsewhere':
        return otherPage(this.elsewhere ?? null, messages);
      case 'unsent':
        return html`<div class="intro">
          <h2 tabindex="-1">${messages.t('unsent')}</h2>
          <p class="secondary-text">${messages.t('unsent.text')}</p>
        </div>`;
      case 'problem':
        return html`${problem === undefined ? nothing : problemView(problem, messages)}
        ${this.renderChoices(false)}`;
      case 'refusal':
        return html`${refusalView(this.step, this.simulated, messages)} ${this.renderChoices(false)}`;
      case 'intro':
        return this.simulated
          ? simulatedIntro(this.caption, messages)
          : html`${cameraIntro(messages)} ${this.renderChoices(false)}`;
    }
  }

  private get startKey(): LaterKey<'liveness'> {
    if (this.hasUnsent) return 'resend';
    if (this.simulated) return 'simulated.start';
    return this.problem === undefined && this.step.attempts === 0 ? 'start' : 'again';
  }

  private get actions(): LivenessActions {
    const isSending = this.phase.kind === 'send';
    return {
      messages: this.messages,
      handlePhone: this.simulated || isSending || !offersPhone() ? undefined : () => this.showPhone(),
      start: { key: this.startKey, busy: this.busy, press: this.handleStart },
      decline: { text: this.translator.t('accept.decline'), press: this.handleDecline },
    };
  }

  private renderActions(scene: Exclude<Scene, 'phone'>): TemplateResult {
    const { actions, phase, problem } = this;
    const isSending = phase.kind === 'send';
    if (scene === 'camera' && !isSending) {
      return runningActions(actions, this.handleStop, this.renderChoices(true));
    }
    if (scene === 'elsewhere') {
      const press = () => this.dispatchIntent({ kind: 'reload' });
      return otherPageActions(actions, this.elsewhere ?? undefined, {
        text: this.translator.t('action.reload'),
        press,
      });
    }
    const error = this.renderError(effect => this.messages.t(`service.${effect}`));
    const failed = scene === 'problem' ? problem : undefined;
    const isOver = failed !== undefined && isFinal(failed);
    // Where there is no camera, a phone has one; where the data don't agree, another picture rarely helps.
    const main = isOver || failed === 'noCamera' ? 'phone' : 'start';
    const isHopeless = scene === 'refusal' && isDataMismatch(this.step);
    return idleActions(actions, {
      main: isHopeless ? 'none' : main,
      canStart: !isOver && !isSending,
      error,
    });
  }

  override render() {
    const { scene, messages } = this;
    const content =
      scene === 'phone'
        ? this.renderPhone(messages.t('phone'), messages.t('phone.back'))
        : html`${this.renderContent(scene)} ${this.renderActions(scene)}`;
    // New elements, so that a control which is gone does not keep the focus as another one.
    return keyed(scene, content);
  }
}

define('sign-session-liveness', LivenessScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-liveness': LivenessScreen;
  }
}
