import { html, nothing, type TemplateResult } from 'lit';
import { type CameraDevice, listCameras } from '../../camera/open-camera.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';

/** Reads hints aloud, where the browser can. */
export class SpokenHints {
  #last = '';

  /** Can this browser speak? */
  static get possible(): boolean {
    return 'speechSynthesis' in globalThis;
  }

  /** Speaks a text, interrupting the previous one; the same text only once in a row. */
  say(text: string, locale: Locale): void {
    if (!SpokenHints.possible || text === this.#last) return;
    this.#last = text;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = locale;
    speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
  }

  stop(): void {
    if (SpokenHints.possible && this.#last !== '') speechSynthesis.cancel();
    this.#last = '';
  }
}

/** A choice of cameras, if there are several; their names are known once one was allowed. */
function cameraChoice(
  { devices, current }: CameraMemory,
  messages: LaterTranslator<'liveness'>,
  handleCamera: (event: Event) => void,
): TemplateResult | typeof nothing {
  if (devices.length < 2) return nothing;
  return html`<label class="label" for="camera">${messages.t('option.camera')}</label>
    <select id="camera" class="field" @change=${handleCamera}>
      ${devices.map(
        ({ deviceId, label }, index) =>
          html`<option .value=${deviceId} ?selected=${deviceId === current}>
            ${label === '' ? messages.t('option.cameraNumber', { n: index + 1 }) : label}
          </option>`,
      )}
    </select>`;
}

/** Remembers the chosen camera of an element, in memory only. */
export class CameraMemory {
  #devices: readonly CameraDevice[] = [];
  #deviceId: string | undefined;
  #chosen: string | undefined;

  /** Best first; empty before the signer has allowed a camera. */
  get devices(): readonly CameraDevice[] {
    return this.#devices;
  }

  /** The camera in use. */
  get current(): string | undefined {
    return this.#deviceId;
  }

  /** The camera that the signer chose, even if another one was opened instead. */
  get chosen(): string | undefined {
    return this.#chosen;
  }

  choose(deviceId: string): void {
    this.#deviceId = deviceId;
    this.#chosen = deviceId;
  }

  /** Records the opened camera, and lists all cameras again, which have names now. */
  async opened(deviceId: string | undefined): Promise<void> {
    this.#deviceId = deviceId;
    this.#devices = await listCameras().catch((): CameraDevice[] => []);
  }
}

interface LivenessOptions {
  readonly needsTime: boolean;
  readonly speaks: boolean;
  readonly memory: CameraMemory;
  readonly toggleTime: () => void;
  readonly toggleSpeech: () => void;
  readonly handleCamera: (event: Event) => void;
}

/** Choices that few signers need, folded away. @param isRunning is the camera on? More time can't be had then. */
export function livenessOptions(
  options: LivenessOptions,
  isRunning: boolean,
  messages: LaterTranslator<'liveness'>,
): TemplateResult {
  const option = (key: LaterKey<'liveness'>, checked: boolean, toggle: () => void) =>
    html`<label class="option">
      <input type="checkbox" .checked=${checked} @change=${toggle} />${messages.t(key)}
    </label>`;
  return html`<details class="options">
    <summary class=${isRunning ? 'button quiet' : 'link'}>${messages.t('options')}</summary>
    <div class="choices">
      ${isRunning ? nothing : option('option.time', options.needsTime, options.toggleTime)}
      ${SpokenHints.possible ? option('option.spoken', options.speaks, options.toggleSpeech) : nothing}
      <div>${cameraChoice(options.memory, messages, options.handleCamera)}</div>
      ${isRunning ? nothing : html`<p class="secondary-text">${messages.t('other.ask')}</p>`}
    </div>
  </details>`;
}
