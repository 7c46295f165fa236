import { html, nothing, type TemplateResult } from 'lit';
import type { CameraMemory } from './camera-memory.ts';
import type { LivenessTranslator } from './liveness-words.ts';

/** The cameras, where there are several; their names are known once one was allowed. */
export function cameraChoice(
  { devices, current }: CameraMemory,
  words: LivenessTranslator,
  handleCamera: (event: Event) => void,
): TemplateResult | typeof nothing {
  if (devices.length < 2) return nothing;
  return html`<label class="label" for="camera">${words.text('option.camera')}</label>
    <select id="camera" class="field" @change=${handleCamera}>
      ${devices.map(
        ({ deviceId, label }, index) =>
          html`<option .value=${deviceId} ?selected=${deviceId === current}>
            ${label === '' ? words.text('option.cameraNumber', { n: index + 1 }) : label}
          </option>`,
      )}
    </select>`;
}
