import { html, nothing, type TemplateResult } from 'lit';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import { type CameraMemory, cameraChoice } from './camera-choice.ts';
import { SpokenHints } from './spoken-hints.ts';

export interface LivenessOptions {
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
