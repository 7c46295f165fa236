import { html, nothing, type TemplateResult } from 'lit';
import type { DocumentCamera } from './document-camera.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { Photo } from './photo.ts';

type View = TemplateResult | typeof nothing;

/** The photo, else the camera's picture, else nothing; with a caption. */
export function cameraView(
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
    <div class="picture">${canvas}</div>
    <p class="caption" id="flaw" role="status">${flaw === undefined ? '' : messages.t(`flaw.${flaw}`)}</p>
  </div>`;
}

/** Space is reserved when the camera opens, so that the picture doesn't move the layout. */
function liveView({ state, flaw }: DocumentCamera, messages: LaterTranslator<'documentPhoto'>): View {
  if (state === 'off') return nothing;
  const opening = state === 'opening';
  const hint = flaw === undefined ? 'place' : (`flaw.${flaw}` as const);
  return html`<div class="camera-view">
    <div class="picture ${state}">
      <video muted playsinline autoplay aria-label=${messages.t('preview')}></video>
      ${opening ? nothing : html`<div class="frame"></div>`}
    </div>
    ${
      opening
        ? html`<p class="caption" role="status" tabindex="-1">${messages.t('opening')}</p>`
        : html`<p class="caption" role="status">${messages.t(hint)}</p>`
    }
  </div>`;
}
