import { en } from '../../src/i18n/en.ts';
import { es } from '../../src/i18n/es.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import type { Messages } from '../../src/i18n/messages.ts';
import { ptBR } from '../../src/i18n/pt-BR.ts';
import * as translator from '../../src/i18n/translator.ts';
import { CERTIFICATE_WORDS } from '../../src/screens/certificate/certificate-words.ts';
import { LIVENESS_WORDS } from '../../src/screens/liveness/liveness-words.ts';
import { DECLINE_WORDS } from '../../src/screens/decline/decline-words.ts';
import { EXHAUSTED_WORDS } from '../../src/screens/exhausted/exhausted-words.ts';
import { HANDOVER_WORDS } from '../../src/screens/handover/handover-words.ts';
import { HOSTED_STEP_WORDS } from '../../src/screens/hosted-step/hosted-step-words.ts';
import { OTP_WORDS } from '../../src/screens/otp/otp-words.ts';
import { PLACE_WORDS } from '../../src/screens/place/place-words.ts';
import { DISCLOSURE_WORDS } from '../../src/screens/purpose-disclosure/disclosure-words.ts';
import { WAITING_WORDS } from '../../src/screens/waiting/waiting-words.ts';

/** The texts of all locales, which the widget itself loads one by one. */
export const LOCALES: Readonly<Record<Locale, Messages>> = { 'pt-BR': ptBR, en, es };

/** The words of the screens that load when they are needed. */
export const ROOM_WORDS = {
  otp: OTP_WORDS,
  'purpose-disclosure': DISCLOSURE_WORDS,
  certificate: CERTIFICATE_WORDS,
  liveness: LIVENESS_WORDS,
  exhausted: EXHAUSTED_WORDS,
  place: PLACE_WORDS,
  decline: DECLINE_WORDS,
  handover: HANDOVER_WORDS,
  'hosted-step': HOSTED_STEP_WORDS,
  waiting: WAITING_WORDS,
};

/** The translator of a locale, without waiting. */
export function translatorFor(locale: Locale): translator.Translator {
  return translator.translatorFor(locale, LOCALES[locale]);
}
