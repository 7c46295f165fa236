import { html, svg, type TemplateResult } from 'lit';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';

const LINES: readonly LaterKey<'liveness'>[] = ['intro', 'intro.permission', 'intro.privacy'];

/** What will happen, before anything is asked. */
export function cameraIntro(messages: LaterTranslator<'liveness'>): TemplateResult {
  return html`<div class="intro">
      <h2 tabindex="-1">${messages.t('heading')}</h2>
    </div>
    <div class="lines">
      ${drawing}
      <ul class="secondary-text">
        ${LINES.map(key => html`<li>${messages.t(key)}</li>`)}
      </ul>
    </div>`;
}

/** A session without a camera says that it is one. */
export function simulatedIntro(caption: string, messages: LaterTranslator<'liveness'>): TemplateResult {
  return html`<div class="intro">
      <h2 tabindex="-1">${messages.t('heading')}</h2>
      <p class="secondary-text">${messages.t('simulated.intro')}</p>
    </div>
    <p class="caption" role="status" ?hidden=${caption === ''}>${caption}</p>`;
}

/** A face in the oval that the camera shows. */
const drawing = html`<svg class="drawing" viewBox="0 0 96 112" aria-hidden="true" focusable="false">
  ${svg`<ellipse class="edge" cx="48" cy="56" rx="38" ry="50" />
    <path class="arc" d="M48 6a38 50 0 0 1 38 50" />
    <path class="person" d="M48 30c9 0 15 7 15 17s-6 19-15 19-15-9-15-19 6-17 15-17Z" />
    <path class="person" d="M42 65v7c0 4-14 5-20 12a38 50 0 0 0 52 0c-6-7-20-8-20-12v-7" />
    <path class="features" d="M42 47h.01M54 47h.01M43 56q5 4 10 0" />`}
</svg>`;
