import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { TrackerSupply } from '../../face/tracker-supply.ts';
import { PresenceCheck } from '../../session/presence-check.ts';
import type { SessionView, Step } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import '../handover/handover-part.ts';
import type { IntentEvent } from '../intent.ts';
import { problemNotice } from '../problem-notice.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import { cameraChoice } from './camera-choice.ts';
import type { CameraMemory } from './camera-memory.ts';
import { LivenessAttempt } from './liveness-attempt.ts';
import { attemptNotice, refusalNotice, serviceKey } from './liveness-notices.ts';
import { isFinal, type LivenessProblem } from './liveness-problem.ts';
import { styles } from './liveness-screen.styles.ts';
import type { LivenessKey, LivenessTranslator } from './liveness-words.ts';
import { SpokenHints } from './spoken-hints.ts';
import { captionOf, preview, showsPicture, stageProgress } from './stage-view.ts';
import { otherDevice, otherPage } from './ways-on.ts';

/** Does the service need no camera, as far as it says? A sandbox says otherwise when it wants one. */
export function isSimulated({ biometrics, sandbox }: SessionView): boolean {
  return biometrics === undefined ? sandbox : biometrics === 'SIMULATED';
}

/** The camera step: what will happen, the camera, what to do before it, and the ways on without it. */
export class LivenessScreen extends ScreenElement {
  static override readonly styles = [controls, screen, styles];

  readonly #voice = new SpokenHints();
  #attempt: LivenessAttempt | undefined;
  #check: PresenceCheck | undefined;

  @state() private needsTime = false;
  @state() private speaks = false;
  /** A provider's page that has to do it; null: there is none. */
  @state() private elsewhere: string | null | undefined;

  @property({ attribute: false }) view!: SessionView;
  @property({ attribute: false }) step!: Step;
  @property({ attribute: false }) words!: LivenessTranslator;
  /** Where the widget's assets lie: absolute, with a slash at the end. */
  @property({ attribute: false }) assetsUrl!: string;
  @property({ attribute: false }) supply!: TrackerSupply;
  @property({ attribute: false }) memory!: CameraMemory;
  /** Another screen lies over this one. */
  @property({ type: Boolean }) covered = false;

  @query('video') private readonly video!: HTMLVideoElement | null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#attempt?.stop();
    this.#voice.stop();
    // An element that is only moved is connected again by then.
    queueMicrotask(() => {
      if (!this.isConnected) this.supply.close();
    });
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('covered') && this.covered) this.#attempt?.stop();
    if (this.speaks) this.#voice.say(this.caption, this.words.locale);
    else this.#voice.stop();
  }

  private get stage() {
    return this.#attempt?.stage ?? ({ kind: 'idle' } as const);
  }

  private get caption(): string {
    return captionOf(this.stage, this.words);
  }

  private get problem(): LivenessProblem | undefined {
    return this.#attempt?.problem;
  }

  private get busy(): boolean {
    return this.snapshot.pending !== undefined;
  }

  /** Are there pictures that only have to be sent? */
  private get hasUnsent(): boolean {
    return this.#check?.hasUnsent(this.step) ?? false;
  }

  private readonly handleStart = () => {
    if (this.busy) return;
    this.elsewhere = undefined;
    if (!this.hasUnsent) this.prepareAttempt();
    if (this.#check !== undefined) this.say({ kind: 'provePresence', perform: this.#check.perform });
  };

  private prepareAttempt(): void {
    this.#attempt?.stop();
    this.#attempt = new LivenessAttempt(this, {
      assetsUrl: this.assetsUrl,
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
    this.#check = new PresenceCheck(this.#attempt, this.view.clockOffset);
  }

  private readonly handleStop = () => this.#attempt?.stop();

  private readonly handleCamera = (event: Event) => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    this.memory.choose(event.target.value);
    this.#attempt?.stop();
    this.requestUpdate();
  };

  /** The part's own event ends at this screen. */
  private readonly handleHandover = (event: IntentEvent) => {
    event.stopPropagation();
    this.say(event.intent);
  };

  private renderIntro(): TemplateResult {
    const { words } = this;
    const keys: readonly LivenessKey[] = isSimulated(this.view)
      ? ['simulated.intro']
      : ['intro', 'intro.permission', 'intro.start', 'intro.privacy'];
    return html`<div class="intro">
      <h2 tabindex="-1">${words.text('heading')}</h2>
      ${
        this.stage.kind === 'idle'
          ? keys.map(key => html`<p class="secondary-text">${words.text(key)}</p>`)
          : nothing
      }
    </div>`;
  }

  private renderStage(): TemplateResult {
    const { stage, words } = this;
    return html`${showsPicture(stage) ? preview(words) : nothing}
      <p class="caption" role="status" ?hidden=${stage.kind === 'idle'}>${this.caption}</p>
      ${stageProgress(stage, words)}`;
  }

  /** Did the service turn the last attempt down? */
  private get refused(): boolean {
    return this.problem === undefined && this.stage.kind === 'idle' && this.step.attempts > 0 && !this.busy;
  }

  private renderChoices(): TemplateResult {
    const { words } = this;
    const option = (key: LivenessKey, checked: boolean, toggle: () => void) =>
      html`<label class="option">
        <input type="checkbox" .checked=${checked} @change=${toggle} />${words.text(key)}
      </label>`;
    return html`<div>
      ${this.stage.kind === 'idle' ? option('option.time', this.needsTime, () => (this.needsTime = !this.needsTime)) : nothing}
      ${SpokenHints.possible ? option('option.spoken', this.speaks, () => (this.speaks = !this.speaks)) : nothing}
      ${cameraChoice(this.memory, this.words, this.handleCamera)}
    </div>`;
  }

  private renderActions(): TemplateResult {
    const { words, problem } = this;
    return html`<div class="actions">
      ${problemNotice(
        this.snapshot,
        this.translator,
        () => this.say({ kind: 'reload' }),
        ({ kind }) => words.text(serviceKey(kind)),
      )}
      ${problem !== undefined && isFinal(problem) ? nothing : this.renderStart()}
      <button
        class="button quiet"
        type="button"
        @click=${() => {
          this.#attempt?.stop();
          this.say({ kind: 'considerDecline' });
        }}
      >
        ${this.translator.text('accept.decline')}
      </button>
    </div>`;
  }

  private get startKey(): LivenessKey {
    if (this.hasUnsent) return 'resend';
    if (isSimulated(this.view)) return 'simulated.start';
    return this.problem === undefined && this.step.attempts === 0 ? 'start' : 'again';
  }

  private renderStart(): TemplateResult | typeof nothing {
    const { words, stage } = this;
    if (stage.kind === 'send') return nothing;
    const running = stage.kind !== 'idle';
    return html`<button
      class="button ${running ? 'secondary' : 'primary'}"
      type="button"
      part=${running ? nothing : 'submit'}
      aria-disabled=${String(!running && this.busy)}
      @click=${running ? this.handleStop : this.handleStart}
    >
      ${words.text(running ? 'stop' : this.startKey)}
    </button>`;
  }

  private renderOther(): TemplateResult | typeof nothing {
    const { words, elsewhere } = this;
    if (elsewhere !== undefined) {
      const text = this.translator.text('action.reload');
      return otherPage(elsewhere, words, { text, handleClick: () => this.say({ kind: 'reload' }) });
    }
    if (isSimulated(this.view) || this.busy) return nothing;
    const part = html`<sign-session-handover
      .translator=${this.translator}
      .snapshot=${this.snapshot}
    ></sign-session-handover>`;
    return otherDevice(part, words, this.handleHandover);
  }

  override render() {
    return html`${this.renderIntro()} ${this.renderStage()}
    ${this.refused ? refusalNotice(this.step, this.words) : attemptNotice(this.problem, this.words)}
    ${this.renderChoices()} ${this.renderActions()} ${this.renderOther()}`;
  }
}

define('sign-session-liveness', LivenessScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-liveness': LivenessScreen;
  }
}
