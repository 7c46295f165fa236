import { html, type TemplateResult } from 'lit';
import type { LaterTranslator } from '../../i18n/later-messages.ts';

/** A provider's page has to do the check; null: there is none, so the check isn't possible here. */
export function otherPage(url: string | null, messages: LaterTranslator<'liveness'>): TemplateResult {
  return html`<div class="intro">
    <h2 tabindex="-1">${messages.t('heading')}</h2>
    <p class="secondary-text">${messages.t(url === null ? 'other.nobody' : 'other.hosted')}</p>
  </div>`;
}
