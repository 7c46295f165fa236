import { html, nothing, type TemplateResult } from 'lit';
import type { DocumentCamera } from './document-camera.ts';
import type { DocumentPhotoTranslator } from './document-photo-words.ts';
import type { Photo } from './photo.ts';

type Stage = TemplateResult | typeof nothing;

/** What is looked at, with its caption: the photo, else what the camera sees, else nothing. */
export function stage(
  photo: Photo | undefined,
  camera: DocumentCamera,
  words: DocumentPhotoTranslator,
): Stage {
  return photo === undefined ? liveStage(camera, words) : photoStage(photo, words);
}

function photoStage({ canvas, flaw }: Photo, words: DocumentPhotoTranslator): Stage {
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', words.text('photo'));
  canvas.setAttribute('aria-describedby', 'flaw');
  canvas.tabIndex = -1;
  return html`<div class="stage">
    <div class="picture">${canvas}</div>
    <p class="caption" id="flaw" role="status">${flaw === undefined ? '' : words.text(`flaw.${flaw}`)}</p>
  </div>`;
}

/** The picture has its place from when the camera opens: less moves when it comes. */
function liveStage({ state, flaw }: DocumentCamera, words: DocumentPhotoTranslator): Stage {
  if (state === 'off') return nothing;
  const opening = state === 'opening';
  const hint = flaw === undefined ? 'place' : (`flaw.${flaw}` as const);
  return html`<div class="stage">
    <div class="picture ${state}">
      <video muted playsinline autoplay aria-label=${words.text('preview')}></video>
      ${opening ? nothing : html`<div class="frame"></div>`}
    </div>
    ${
      opening
        ? html`<p class="caption" role="status" tabindex="-1">${words.text('opening')}</p>`
        : html`<p class="caption" role="status">${words.text(hint)}</p>`
    }
  </div>`;
}
