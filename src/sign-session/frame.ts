import { html, nothing, type TemplateResult } from 'lit';
import type { Appearance } from '../appearance/appearance.ts';
import type { DocumentLoad } from '../document/document-load.ts';
import type { Translator } from '../i18n/translator.ts';
import { lenient, address } from '../api/shape.ts';
import { signerSteps } from '../session/screen-for.ts';
import { isEnded, type SessionView } from '../session/view.ts';
import { icon } from '../ui/icon.ts';

/**
 * Who requests the signature, how far the signer is, and the button that closes the dialog, where there is one.
 * @param hasOwnBrand has the page put its own logo or name into the slot?
 */
export function frameHeader(
  hasOwnBrand: boolean,
  view: SessionView | undefined,
  appearance: Appearance,
  translator: Translator,
  close: TemplateResult | typeof nothing,
): TemplateResult | typeof nothing {
  const { headerStyle } = appearance;
  const brand = headerStyle === 'minimal' || headerStyle === 'none' ? nothing : frameBrand(appearance);
  const progress = view === undefined || headerStyle === 'none' ? nothing : frameProgress(view, translator);
  const isEmpty = !hasOwnBrand && brand === nothing && progress === nothing && close === nothing;
  if (isEmpty && (view !== undefined || headerStyle === 'none')) return nothing;
  return html`<header part="header"><slot name="header">${brand}</slot>${progress}${close}</header>`;
}

/** One line each: this is a test, so nothing is binding; and, from five minutes before the end, how long is left. */
export function frameStrips(
  view: SessionView | undefined,
  endsSoon: string,
  translator: Translator,
): TemplateResult {
  return html`${view?.sandbox ? html`<p class="strip test" part="strip">${translator.t('frame.sandbox')}</p>` : nothing}
  ${endsSoon === '' ? nothing : html`<p class="strip deadline" part="strip">${endsSoon}</p>`}`;
}

function frameBrand({ logoUrl, companyName }: Appearance): TemplateResult | typeof nothing {
  const logo = lenient(address)(logoUrl);
  if (logo?.startsWith('https:')) {
    return html`<img class="logo" src=${logo} alt=${companyName ?? ''} referrerpolicy="no-referrer" />`;
  }
  return companyName
    ? html`<span class="company"
        ><span class="initial" aria-hidden="true">${companyName.slice(0, 1).toLocaleUpperCase()}</span
        ><span>${companyName}</span></span
      >`
    : nothing;
}

function frameProgress(view: SessionView, translator: Translator): TemplateResult | typeof nothing {
  const steps = signerSteps(view);
  const done = steps.filter(Boolean).length;
  if (isEnded(view) || steps.length < 2) return nothing;
  const values = { step: Math.min(done + 1, steps.length), steps: steps.length };
  return html`<p class="progress">
    <span class="step">${translator.t('frame.step', values)}</span>
    <span class="narrow-only" aria-hidden="true">${values.step}/${values.steps}</span>
    <span class="bars" aria-hidden="true"
      >${steps.map(
        (isDone, index) =>
          html`<span class="bar ${isDone ? 'done' : index === done ? 'current' : ''}"></span>`,
      )}</span
    >
  </p>`;
}

/** The protection notice, the end of the session, and the hash of what is shown. */
export function frameFooter(
  view: SessionView | undefined,
  document: DocumentLoad | undefined,
  translator: Translator,
): TemplateResult {
  const ended = view !== undefined && isEnded(view);
  return html`<footer part="footer">
    <span class="protected"> ${icon('lock')}${translator.t(ended ? 'frame.ended' : 'frame.protected')} </span>
    ${view === undefined || ended ? nothing : html`<span class="expiry">${endText(view, translator)}</span>`}
    ${ended ? nothing : frameDigest(document, translator)}
  </footer>`;
}

/** ms beyond which a time of day alone would be ambiguous. */
const HALF_A_DAY = 12 * 3_600_000;

/** The end as a time of day if it is near, else as a date, in the signer's clock and time zone. */
function endText({ expiresAt, clockOffset }: SessionView, translator: Translator): string {
  if (!Number.isFinite(expiresAt)) return '';
  const at = expiresAt - clockOffset;
  return at - Date.now() < HALF_A_DAY
    ? translator.t('frame.expiresAt', { time: translator.time(at) })
    : translator.t('frame.expiresOn', { date: translator.dateTime(at) });
}

function frameDigest(
  document: DocumentLoad | undefined,
  translator: Translator,
): TemplateResult | typeof nothing {
  if (document?.status !== 'loaded') return nothing;
  const { digest, verified } = document;
  return html`<span class="digest" title=${digest}>
    ${translator.t(verified ? 'frame.hashVerified' : 'frame.hashUnverified')}
    <code>${digest.slice(0, 4)} ${digest.slice(4, 8)} … ${digest.slice(-4)}</code>
  </span>`;
}
