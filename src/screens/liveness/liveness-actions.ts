import { html, nothing, type TemplateResult } from 'lit';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import { icon } from '../../ui/icon.ts';

type Template = TemplateResult | typeof nothing;
type Kind = 'primary' | 'secondary' | 'quiet';

/** What can be pressed in the bar, and what happens then. */
export interface LivenessActions {
  readonly messages: LaterTranslator<'liveness'>;
  /** Undefined where continuing on a phone is not offered. */
  readonly handlePhone: (() => void) | undefined;
  readonly start: { readonly key: LaterKey<'liveness'>; readonly busy: boolean; readonly press: () => void };
  readonly decline: { readonly text: string; readonly press: () => void };
}

function button(text: string, kind: Kind, press: () => void): TemplateResult {
  return html`<button class="button ${kind}" type="button" @click=${press}>${text}</button>`;
}

/** The bar while the camera is on. */
export function runningActions(
  { messages, handlePhone }: LivenessActions,
  handleStop: () => void,
  options: Template,
): TemplateResult {
  return html`<div class="actions">
    <div class="row">
      ${button(messages.t('stop'), 'quiet', handleStop)} ${options}
      ${handlePhone === undefined ? nothing : button(messages.t('phone'), 'quiet', handlePhone)}
    </div>
  </div>`;
}

/**
 * The bar otherwise.
 *
 * @param main what the primary button does: starts an attempt, or continues on a phone where that is possible.
 * @param canStart is another attempt of any use?
 */
export function idleActions(
  actions: LivenessActions,
  { main, canStart, error }: { main: 'start' | 'phone' | 'none'; canStart: boolean; error: Template },
): TemplateResult {
  const { messages, handlePhone, decline } = actions;
  const phone = (kind: Kind) =>
    handlePhone === undefined ? nothing : button(messages.t('phone'), kind, handlePhone);
  const isPhoneMain = main === 'phone' && handlePhone !== undefined;
  return html`<div class="actions">
    ${error} ${isPhoneMain ? phone('primary') : nothing}
    ${canStart ? start(actions, isPhoneMain || main === 'none' ? 'secondary' : 'primary') : nothing}
    <div class="row">
      ${isPhoneMain ? nothing : phone('quiet')} ${button(decline.text, 'quiet', decline.press)}
    </div>
  </div>`;
}

function start({ messages, start: { key, busy, press } }: LivenessActions, kind: Kind): TemplateResult {
  return html`<button
    class="button ${kind}"
    type="button"
    part="submit"
    aria-disabled=${String(busy)}
    @click=${press}
  >
    ${messages.t(key)}
  </button>`;
}

/** The bar where a provider's page has to do the check; undefined: there is none. */
export function otherPageActions(
  actions: LivenessActions,
  url: string | undefined,
  reload: { readonly text: string; readonly press: () => void },
): TemplateResult {
  if (url === undefined) {
    return idleActions(actions, { main: 'phone', canStart: false, error: nothing });
  }
  return html`<div class="actions">
    <a class="button primary" href=${url} target="_blank" rel="noopener noreferrer"
      >${actions.messages.t('other.open')}${icon('external')}</a
    >
    ${button(reload.text, 'secondary', reload.press)}
    <div class="row">${button(actions.decline.text, 'quiet', actions.decline.press)}</div>
  </div>`;
}
