import { html, nothing, type TemplateResult } from 'lit';
import type { DocumentCamera } from './document-camera.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { Photo } from './photo.ts';

type View = TemplateResult | typeof nothing;

/** What is looked at, with its caption: the photo, else what the camera sees, else nothing. */
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

/** The picture has its place from when the camera opens: less moves when it comes. */
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

/**
 * What comes next, by what there is. A photo is looked at before it is sent: with the focus on “Send”, a key that is
 * held down would send it unseen. While the browser asks there is nothing to press but a way round the camera.
 */
const PLACES = ['.problem', 'canvas', '.caption[tabindex]', '.ways :is(button, input)'] as const;

/** Where the focus goes when its control is gone: why there is no picture, the photo, or what can be done. */
export function nextPlace(root: ParentNode): HTMLElement | null {
  for (const place of PLACES) {
    const found = root.querySelector<HTMLElement>(place);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Scrolls no more than needed for what is to be pressed next to be seen, with the picture or the notice above it; not
 * for who has scrolled all of the step away, and is elsewhere on the page.
 */
export function reveal(root: ParentNode, { top, bottom }: DOMRect): void {
  if (bottom < 0 || top > innerHeight) return;
  for (const place of ['.ways > *', '.picture, .problem']) {
    root.querySelector(place)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
