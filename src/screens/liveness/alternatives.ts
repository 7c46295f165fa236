import { html, type TemplateResult } from 'lit';
import { icon } from '../../ui/icon.ts';
import type { IntentEvent } from '../intent.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';

/** For signers who can't or don't want to use a camera here: another device, or contacting the requester. */
export function otherDevice(
  handover: TemplateResult,
  messages: LaterTranslator<'liveness'>,
  handleIntent: (event: IntentEvent) => void,
): TemplateResult {
  return html`<div class="other" @intent=${handleIntent}>
    <h3>${messages.t('other.heading')}</h3>
    <p class="secondary-text">${messages.t('other.device')}</p>
    ${handover}
    <p class="secondary-text">${messages.t('other.ask')}</p>
  </div>`;
}

/** Links to the provider's page that does the check, with a button to reload; null: the check isn't possible here. */
export function otherPage(
  url: string | null,
  messages: LaterTranslator<'liveness'>,
  again: { readonly text: string; readonly handleClick: () => void },
): TemplateResult {
  return html`<div class="other">
    ${
      url === null
        ? html`<p>${messages.t('other.nobody')}</p>`
        : html`<p>${messages.t('other.hosted')}</p>
            <a class="button primary" href=${url} target="_blank" rel="noopener noreferrer"
              >${messages.t('other.open')}${icon('external')}</a
            >
            <button class="button secondary" type="button" @click=${again.handleClick}>${again.text}</button>`
    }
  </div>`;
}
