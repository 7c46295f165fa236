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
    <div class="view"><div class="picture">${canvas}</div></div>
    <p class="caption" id="flaw" role="status">${flaw === undefined ? '' : messages.t(`flaw.${flaw}`)}</p>
  </div>`;
}

/** Space is reserved when the camera opens, so that the picture doesn't move the layout. */
function liveView({ state, flaw }: DocumentCamera, messages: LaterTranslator<'documentPhoto'>): View {
  if (state === 'off') return nothing;
  const opening = state === 'opening';
  const hint = flaw === undefined ? 'place' : (`flaw.${flaw}` as const);
  return html`<div class="camera-view">
    <div class="view">
      <div class="picture ${state}">
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
export function nextPlace(root: ParentNode): HTMLElement | null {
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
export function reveal(root: ParentNode, { top, bottom }: DOMRect): void {
  if (bottom < 0 || top > innerHeight) return;
  for (const place of ['.ways > *', '.picture, .problem']) {
    root.querySelector(place)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
