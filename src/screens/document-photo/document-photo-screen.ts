import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { query, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import type { PhotoDocumentType } from '../../session/intents.ts';
import type { Step } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { offersPhone, PhoneStepScreen } from '../handover/handover-part.ts';
import { lazyStepScreen } from '../lazy-screen.ts';
import { screen } from '../screen.styles.ts';
import {
  base64Of,
  DocumentCamera,
  type DocumentCameraProblem,
  type Facing,
  type Photo,
  PhotoError,
  photoOf,
  type PhotoProblem,
} from './document-camera.ts';
import { styles } from './document-photo-screen.styles.ts';

const DOCUMENT_TYPES: readonly PhotoDocumentType[] = ['RG', 'CNH', 'CTPS', 'PASSPORT', 'OTHER'];

/** The choice of the document that is photographed. */
function documentChoice(
  chosen: PhotoDocumentType,
  handleChange: (event: Event) => void,
  messages: LaterTranslator<'documentPhoto'>,
): TemplateResult {
  return html`<label
    ><span class="label">${messages.t('type')}</span>
    <select class="field" .value=${chosen} @change=${handleChange}>
      ${DOCUMENT_TYPES.map(
        type =>
          html`<option value=${type} ?selected=${type === chosen}>${messages.t(`type.${type}`)}</option>`,
      )}
    </select>
  </label>`;
}

/** Why there is no photo; a step, when the service did not recognise the person, with the attempts that are left. */
function photoNotice(
  reason: PhotoProblem | DocumentCameraProblem | Step | undefined,
  messages: LaterTranslator<'documentPhoto'>,
): TemplateResult {
  if (reason === undefined) return html`<div role="alert"></div>`;
  const step = typeof reason === 'string' ? undefined : reason;
  return html`<div role="alert">
    <div class="notice warn problem" tabindex="-1">
      ${icon('alert')}
      <div>
        <p>${messages.t(typeof reason === 'string' ? `problem.${reason}` : 'problem.mismatch')}</p>
        ${
          step === undefined
            ? nothing
            : html`<p>${messages.plural('attempts', step.maxAttempts - step.attempts)}</p>`
        }
      </div>
    </div>
  </div>`;
}

type View = TemplateResult | typeof nothing;

/** The photo, else the camera's picture, else nothing; with a caption. */
function cameraView(
  photo: Photo | undefined,
  camera: DocumentCamera,
  messages: LaterTranslator<'documentPhoto'>,
): View {
  return photo === undefined ? liveView(camera, messages) : photoView(photo, messages);
}

function photoView({ canvas, flaw }: Photo, messages: LaterTranslator<'documentPhoto'>): View {
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', messages.t('photo'));
  canvas.setAttribute('aria-describedby', 'flaw');
  canvas.tabIndex = -1;
  return html`<div class="camera-view">
    <div class="view"><div class="picture">${canvas}</div></div>
    <p class="caption" id="flaw" role="status">
      ${messages.t(flaw === undefined ? 'check' : `flaw.${flaw}`)}
    </p>
  </div>`;
}

/** Space is reserved when the camera opens, so that the picture doesn't move the layout. */
function liveView(
  { state: cameraState, flaw }: DocumentCamera,
  messages: LaterTranslator<'documentPhoto'>,
): View {
  if (cameraState === 'off') return nothing;
  const opening = cameraState === 'opening';
  const hint = flaw === undefined ? 'place' : (`flaw.${flaw}` as const);
  return html`<div class="camera-view">
    <div class="view">
      <div class="picture ${cameraState}">
        <video muted playsinline autoplay aria-label=${messages.t('preview')}></video>
        ${opening ? nothing : html`<div class="frame"></div>`}
      </div>
    </div>
    ${
      opening
        ? html`<p class="caption" role="status" tabindex="-1">${messages.t('opening')}</p>`
        : html`<p class="caption" role="status">${messages.t(hint)}</p>`
    }
  </div>`;
}

/**
 * Where the focus goes in each state. A photo must be reviewed before it is sent, so “Send” is not focused: a key that
 * is held down would send it unseen. While the browser prompts, only the alternatives to the camera can be used.
 */
const PLACES = ['.problem', 'canvas', '.caption[tabindex]', '.ways :is(button, input)'] as const;

/** The element to focus when the focused control was removed: the notice, the photo, or an action. */
function nextPlace(root: ParentNode): HTMLElement | null {
  for (const place of PLACES) {
    const found = root.querySelector<HTMLElement>(place);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Scrolls as little as possible until the next action is visible, with the picture or the notice above it; not at all
 * if the step is completely out of view, because the signer is elsewhere on the page.
 */
function reveal(root: ParentNode, { top, bottom }: DOMRect): void {
  if (bottom < 0 || top > innerHeight) return;
  for (const place of ['.ways > *', '.field', '.picture, .problem']) {
    root.querySelector(place)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

/** A photo of the identity document: with the camera or from a file, and reviewed before it is sent. */
class DocumentPhotoScreen extends PhoneStepScreen<'documentPhoto'> {
  static override readonly styles = [controls, screen, styles];

  readonly #camera = new DocumentCamera(this, async () => {
    await this.updateComplete;
    return this.video;
  });

  #attempts = 0;
  #fromCamera = false;
  #scene: DocumentPhotoScreen['scene'] | undefined;

  @state() private documentType: PhotoDocumentType = 'RG';
  @state() private photo: Photo | undefined;
  @state() private problem: PhotoProblem | undefined;

  @query('video') private readonly video!: HTMLVideoElement | null;

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('isBehindOverlay') && this.isBehindOverlay) this.#camera.stop();
    // Another attempt needs another photo.
    if (this.step.attempts !== this.#attempts) this.photo = undefined;
    this.#attempts = this.step.attempts;
  }

  protected override focusNext(): void {
    const next = nextPlace(this.renderRoot);
    if (next === null) super.focusNext();
    // More than the focused element itself has to be visible.
    else next.focus({ preventScroll: true });
  }

  override updated(): void {
    const { scene } = this;
    if (this.#scene !== undefined && scene !== this.#scene)
      reveal(this.renderRoot, this.getBoundingClientRect());
    this.#scene = scene;
  }

  /** What the signer sees: their photo, or the state of the camera. */
  private get scene(): 'photo' | DocumentCamera['state'] {
    return this.photo === undefined ? this.#camera.state : 'photo';
  }

  private readonly handleType = (event: Event) => {
    const { target } = event;
    const chosen = target instanceof HTMLSelectElement && DOCUMENT_TYPES.find(type => type === target.value);
    if (chosen) this.documentType = chosen;
  };

  private readonly handleFile = (event: Event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement)) return;
    const [file] = input.files ?? [];
    if (file !== undefined) void this.take(file);
    // Reset, so that the same file can be chosen again.
    input.value = '';
  };

  private readonly handleTake = async () => {
    const picture = await this.#camera.picture();
    if (picture !== undefined) await this.take(picture);
  };

  private readonly handleCamera = (facing: Facing) => {
    this.problem = undefined;
    void this.#camera.start(facing);
  };

  /** After a photo from the camera, turns the camera on again. */
  private readonly handleAgain = () => {
    this.photo = undefined;
    if (this.#fromCamera) this.handleCamera(this.#camera.facing);
  };

  private readonly handleSubmit = async () => {
    const { photo } = this;
    if (photo === undefined || this.busy) return;
    const image = await base64Of(photo.jpeg);
    if (this.isConnected)
      this.dispatchIntent({ kind: 'submitPhoto', documentType: this.documentType, image });
  };

  private async take(source: Blob | ImageBitmap): Promise<void> {
    this.problem = undefined;
    try {
      this.photo = await photoOf(source);
      this.#fromCamera = !(source instanceof Blob);
      this.#camera.stop();
    } catch (error) {
      if (!(error instanceof PhotoError)) throw error;
      this.problem = error.problem;
    }
  }

  private renderProblem(): TemplateResult {
    const { messages, problem, step } = this;
    const key = problem ?? this.#camera.problem;
    const mismatch = key === undefined && step.error === 'photo-mismatch' && this.scene === 'off';
    return photoNotice(key ?? (mismatch ? step : undefined), messages);
  }

  private button(key: LaterKey<'documentPhoto'>, kind: string, press: () => unknown): TemplateResult {
    return html`<button
      class="button ${kind}"
      type="button"
      aria-disabled=${String(this.busy)}
      @click=${() => this.busy || press()}
    >
      ${this.messages.t(key)}
    </button>`;
  }

  /** The primary action: for the photo, for the camera that is on, or to get either. */
  private renderMain(): TemplateResult {
    const { messages, photo } = this;
    const camera = this.#camera;
    if (photo !== undefined) {
      return this.renderSubmit(
        'submitPhoto',
        messages.t('submit'),
        messages.t('submitting'),
        this.handleSubmit,
      );
    }
    if (camera.state === 'on') return this.button('take', 'primary', this.handleTake);
    if (camera.state === 'opening') return this.renderFile('secondary');
    // A phone has a camera where this device has none.
    if (!this.hasCamera && offersPhone()) {
      return html`${this.button('phone', 'primary', () => this.showPhone())} ${this.renderFile('secondary')}`;
    }
    if (!this.hasCamera) return this.renderFile('primary');
    return html`${this.button('camera', 'primary', () => this.handleCamera('environment'))}
    ${this.renderFile('secondary')}`;
  }

  /** Can this device take a photo, as far as is known? */
  private get hasCamera(): boolean {
    return this.#camera.possible && this.#camera.problem !== 'camera';
  }

  /** What else can be done, in one line. */
  private renderAlso(): TemplateResult {
    const camera = this.#camera;
    if (this.photo !== undefined) {
      return html`${this.button('again', 'quiet', this.handleAgain)} ${this.renderDecline()}`;
    }
    const stop = this.button('stop', 'quiet', () => camera.stop());
    if (camera.state === 'opening') return stop;
    if (camera.state === 'on') {
      const other = camera.facing === 'user' ? 'environment' : 'user';
      const key = other === 'user' ? 'camera.front' : 'camera.rear';
      return html`${this.button(key, 'quiet', () => this.handleCamera(other))} ${stop}`;
    }
    // A camera that failed may work by now: another program can be closed.
    const retry = camera.possible && !this.hasCamera;
    return html`${retry ? this.button('camera', 'quiet', () => this.handleCamera('environment')) : nothing}
    ${this.hasCamera && offersPhone() ? this.button('phone', 'quiet', () => this.showPhone()) : nothing}
    ${this.renderDecline()}`;
  }

  private renderFile(kind: 'primary' | 'secondary'): TemplateResult {
    return html`<label class="button ${kind} file"
      >${this.messages.t('file')}<input type="file" accept="image/*" @change=${this.handleFile}
    /></label>`;
  }

  private renderStep(): TemplateResult {
    const { messages } = this;
    const isOff = this.scene === 'off';
    // The picture keeps the size that it had before it was taken; its caption says what the heading asks.
    const heading = html`<h2 class=${isOff ? '' : 'visually-hidden'} tabindex="-1">
      ${messages.t(this.photo === undefined ? 'heading' : 'heading.check')}
    </h2>`;
    return html`${
        isOff
          ? html`<div class="intro">
              ${heading}
              <p class="secondary-text">${messages.t('intro')}</p>
              <p class="secondary-text">${messages.t('intro.privacy')}</p>
            </div>`
          : heading
      }
      ${isOff ? documentChoice(this.documentType, this.handleType, messages) : nothing}
      ${cameraView(this.photo, this.#camera, messages)}
      <div class="actions">
        ${this.renderProblem()} ${this.renderError(effect => messages.t(`service.${effect}`))}
        <div class="ways">${this.renderMain()}</div>
        <div class="row">${this.renderAlso()}</div>
      </div>`;
  }

  override render() {
    const { messages, onPhone } = this;
    const content = onPhone
      ? this.renderPhone(messages.t('phone'), messages.t('phone.back'))
      : this.renderStep();
    return keyed(onPhone, content);
  }
}

define('sign-session-document-photo', DocumentPhotoScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-photo': DocumentPhotoScreen;
  }
}

/** A photo of the signer's identity document. */
export const documentPhotoScreen = lazyStepScreen(
  'documentPhoto',
  (common, { step }) =>
    html`<sign-session-document-photo ${common} .step=${step}></sign-session-document-photo>`,
);
