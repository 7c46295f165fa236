import { type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { TrackerSupply, isMetered } from '../../face/tracker-supply.ts';
import { LivenessFlow } from '../../session/liveness-flow.ts';
import type { SessionView, Step } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import '../handover/handover-part.ts';
import type { IntentEvent } from '../intent.ts';
import { screen } from '../screen.styles.ts';
import { CameraMemory, cameraChoice } from './camera-choice.ts';
import { LivenessAttempt } from './liveness-attempt.ts';
import { type LivenessProblem, attemptNotice, isFinal, refusalNotice } from './liveness-notices.ts';
import { styles } from './liveness-screen.styles.ts';
import type { LaterKey } from '../../i18n/messages.ts';
import { SpokenHints, captionOf, phaseProgress, preview, showsPicture } from './camera-view.ts';
import { otherDevice, otherPage } from './alternatives.ts';
import { type LivenessAssets, livenessAssets } from '../../assets/liveness-files.ts';
import { type LazyScreen, LazyScreenElement, lazyStepScreen } from '../lazy-screen.ts';

/** Does the service need no camera? A sandbox needs none unless it says so. */
export function isSimulated({ biometrics, sandbox }: SessionView): boolean {
  return biometrics === undefined ? sandbox : biometrics === 'SIMULATED';
}

/** The camera step: introduction, camera, instructions, and alternatives without a camera. */
export class LivenessScreen extends LazyScreenElement<'liveness'> {
  static override readonly styles = [controls, screen, styles];

  readonly #voice = new SpokenHints();
  #attempt: LivenessAttempt | undefined;
  #check: LivenessFlow | undefined;

  @state() private needsTime = false;
  @state() private speaks = false;
  /** A provider's page that has to do the check; null: there is none. */
  @state() private elsewhere: string | null | undefined;

  @property({ attribute: false }) step!: Step;
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

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('isBehindOverlay') && this.isBehindOverlay) this.#attempt?.stop();
    if (this.speaks) this.#voice.say(this.caption, this.messages.locale);
    else this.#voice.stop();
  }

  private get phase() {
    return this.#attempt?.phase ?? ({ kind: 'idle' } as const);
  }

  private get caption(): string {
    return captionOf(this.phase, this.messages);
  }

  private get problem(): LivenessProblem | undefined {
    return this.#attempt?.problem;
  }

  /** Are there captured pictures that still have to be uploaded? */
  private get hasUnsent(): boolean {
    return this.#check?.hasUnsent(this.step) ?? false;
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
      simulated: isSimulated(this.view),
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

  private readonly handleCamera = (event: Event) => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    this.memory.choose(event.target.value);
    this.#attempt?.stop();
    this.requestUpdate();
  };

  /** Stops the part's event, and dispatches its intent as this screen's. */
  private readonly handleHandover = (event: IntentEvent) => {
    event.stopPropagation();
    this.dispatchIntent(event.intent);
  };

  private renderIntro(): TemplateResult {
    const { messages } = this;
    const keys: readonly LaterKey<'liveness'>[] = isSimulated(this.view)
      ? ['simulated.intro']
      : ['intro', 'intro.permission', 'intro.start', 'intro.privacy'];
    return html`<div class="intro">
      <h2 tabindex="-1">${messages.t('heading')}</h2>
      ${
        this.phase.kind === 'idle'
          ? keys.map(key => html`<p class="secondary-text">${messages.t(key)}</p>`)
          : nothing
      }
    </div>`;
  }

  private renderStage(): TemplateResult {
    const { phase, messages } = this;
    return html`${showsPicture(phase) ? preview(messages) : nothing}
      <p class="caption" role="status" ?hidden=${phase.kind === 'idle'}>${this.caption}</p>
      ${phaseProgress(phase, messages)}`;
  }

  /** Did the service reject the last attempt? */
  private get refused(): boolean {
    return this.problem === undefined && this.phase.kind === 'idle' && this.step.attempts > 0 && !this.busy;
  }

  private renderChoices(): TemplateResult {
    const { messages } = this;
    const option = (key: LaterKey<'liveness'>, checked: boolean, toggle: () => void) =>
      html`<label class="option">
        <input type="checkbox" .checked=${checked} @change=${toggle} />${messages.t(key)}
      </label>`;
    return html`<div>
      ${this.phase.kind === 'idle' ? option('option.time', this.needsTime, () => (this.needsTime = !this.needsTime)) : nothing}
      ${SpokenHints.possible ? option('option.spoken', this.speaks, () => (this.speaks = !this.speaks)) : nothing}
      ${cameraChoice(this.memory, this.messages, this.handleCamera)}
    </div>`;
  }

  private renderActions(): TemplateResult {
    const { messages, problem } = this;
    return html`<div class="actions">
      ${this.renderError(effect => messages.t(`service.${effect}`))}
      ${problem !== undefined && isFinal(problem) ? nothing : this.renderStart()}
      <button
        class="button quiet"
        type="button"
        @click=${() => {
          this.#attempt?.stop();
          this.dispatchIntent({ kind: 'openDecline' });
        }}
      >
        ${this.translator.t('accept.decline')}
      </button>
    </div>`;
  }

  private get startKey(): LaterKey<'liveness'> {
    if (this.hasUnsent) return 'resend';
    if (isSimulated(this.view)) return 'simulated.start';
    return this.problem === undefined && this.step.attempts === 0 ? 'start' : 'again';
  }

  private renderStart(): TemplateResult | typeof nothing {
    const { messages, phase } = this;
    if (phase.kind === 'send') return nothing;
    const running = phase.kind !== 'idle';
    return html`<button
      class="button ${running ? 'secondary' : 'primary'}"
      type="button"
      part=${running ? nothing : 'submit'}
      aria-disabled=${String(!running && this.busy)}
      @click=${running ? this.handleStop : this.handleStart}
    >
      ${messages.t(running ? 'stop' : this.startKey)}
    </button>`;
  }

  private renderOther(): TemplateResult | typeof nothing {
    const { messages, elsewhere } = this;
    if (elsewhere !== undefined) {
      const text = this.translator.t('action.reload');
      return otherPage(elsewhere, messages, {
        text,
        handleClick: () => this.dispatchIntent({ kind: 'reload' }),
      });
    }
    if (isSimulated(this.view) || this.busy) return nothing;
    const part = html`<sign-session-handover
      .translator=${this.translator}
      .snapshot=${this.snapshot}
    ></sign-session-handover>`;
    return otherDevice(part, messages, this.handleHandover);
  }

  override render() {
    return html`${this.renderIntro()} ${this.renderStage()}
    ${this.refused ? refusalNotice(this.step, this.messages) : attemptNotice(this.problem, this.messages)}
    ${this.renderChoices()} ${this.renderActions()} ${this.renderOther()}`;
  }
}

define('sign-session-liveness', LivenessScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-liveness': LivenessScreen;
  }
}

/** The camera step. An element keeps its tracker and its choice of camera for as long as it lives. */
export const livenessScreen: LazyScreen = host => {
  const supply = new TrackerSupply();
  const memory = new CameraMemory();
  const loaded = lazyStepScreen(
    'liveness',
    (common, { step, assetsUrl, baseUrl }) =>
      html`<sign-session-liveness
        ${common}
        .step=${step}
        .assets=${livenessAssets(assetsUrl, baseUrl)}
        .supply=${supply}
        .memory=${memory}
      ></sign-session-liveness>`,
  )(host);
  return {
    get ready() {
      return loaded.ready;
    },
    setLocale: locale => loaded.setLocale(locale),
    render: props => loaded.render(props),
    preload(view, { assetsUrl, baseUrl }) {
      if (!isSimulated(view) && !isMetered()) supply.warm(livenessAssets(assetsUrl, baseUrl));
    },
    close: () => supply.close(),
  };
};
