import { html, nothing, type TemplateResult } from 'lit';
import type { CertificateProvider } from '../../certificate/provider.ts';
import { icon } from '../../ui/icon.ts';
import type { FoundCertificates } from './certificate-choice.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';

/** The state of a bridge to tokens. */
export function bridgeNotice(
  choice: FoundCertificates,
  messages: LaterTranslator<'certificate'>,
): TemplateResult {
  if (choice.busy) {
    return html`<p class="secondary-text" role="status">
      <span class="spinner"></span> ${messages.t('bridge.starting')}
    </p>`;
  }
  return html`<div class="notice warn" role="alert">
    ${icon('alert')}
    <p>${messages.t(noticeKey(choice))}</p>
  </div>`;
}

/** What the signer can do about a bridge without certificates. */
export function bridgeActions(
  { busy, bridge }: FoundCertificates,
  { installUrl }: CertificateProvider,
  messages: LaterTranslator<'certificate'>,
  look: () => void,
): TemplateResult | typeof nothing {
  if (busy) return nothing;
  const canInstall = (bridge === 'not-installed' || bridge === 'outdated') && isHttps(installUrl);
  return html`${
      canInstall
        ? html`<a class="button primary" href=${installUrl ?? ''} target="_blank" rel="noopener noreferrer">
            ${icon('external')}${messages.t('bridge.install')}
          </a>`
        : nothing
    }
    <button class="button ${canInstall ? 'secondary' : 'primary'}" type="button" @click=${look}>
      ${messages.t('bridge.again')}
    </button>`;
}

function noticeKey({ bridge, error }: FoundCertificates): LaterKey<'certificate'> {
  switch (bridge) {
    case 'not-installed':
      return 'bridge.missing';
    case 'outdated':
      return 'bridge.outdated';
    case 'unsupported':
      return 'bridge.unsupported';
    case 'ready':
    case undefined:
      return error ?? 'bridge.none';
  }
}

/** The address is the integrator's provider's, so `javascript:` and similar schemes are refused. */
function isHttps(address: string | undefined): boolean {
  return address !== undefined && /^https:\/\//i.test(address);
}
