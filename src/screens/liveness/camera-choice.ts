import { type TemplateResult, html, nothing } from 'lit';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import { listCameras } from '../../camera/open-camera.ts';
import type { CameraDevice } from '../../camera/device-choice.ts';

/** A choice of cameras, if there are several; their names are known once one was allowed. */
export function cameraChoice(
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
