import { html, nothing, type TemplateResult } from 'lit';
import type { SentCode, Step } from '../../session/view.ts';
import type { OtpKey, OtpTranslator } from './otp-words.ts';

/** Will the newest code never come? Some services say so of the code, some of the step alone. */
export function isUndelivered(code: SentCode | undefined, { error }: Step): boolean {
  return code?.delivery === 'failed' || error === 'not-sent';
}

/** Where the newest code went, is going, or could not go: what the service knows of it, and no more. */
export function codeDestination(
  code: SentCode | undefined,
  step: Step,
  words: OtpTranslator,
): TemplateResult {
  const undelivered = isUndelivered(code, step);
  const stage = undelivered ? 'undelivered' : code?.delivery === 'pending' ? 'sending' : 'enter';
  const { channel, destination } = code ?? {};
  const known = destination && (channel === 'email' || channel === 'sms') ? channel : 'other';
  const key: OtpKey = `${stage}.${known}`;
  const [before, after = ''] = words.text(key).split('{destination}');
  const sentence = html`${before}<span class="destination">${known === 'other' ? '' : destination}</span
    >${after}`;
  // Whoever waits for it is told at once; where it went is there to be read.
  return html`<div>
    ${undelivered ? nothing : html`<p class="secondary-text">${sentence}</p>`}
    <div role="alert">
      ${undelivered ? html`<p class="error-text">${sentence} ${words.text('undelivered.next')}</p>` : nothing}
    </div>
  </div>`;
}
