import { html, nothing, type TemplateResult } from 'lit';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { PhotoDocumentType } from '../../session/intents.ts';
import type { Step } from '../../session/view.ts';
import { icon } from '../../ui/icon.ts';
import type { DocumentCameraProblem } from './document-camera.ts';
import type { PhotoProblem } from './photo.ts';

export const DOCUMENT_TYPES: readonly PhotoDocumentType[] = ['RG', 'CNH', 'CTPS', 'PASSPORT', 'OTHER'];

/** The choice of the document that is photographed. */
export function documentChoice(
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
export function photoNotice(
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
