import { hashOf } from './sha256.ts';
import type { Locale } from './locales.ts';

/** Change this with every change of a text: the evidence names the text by its version. */
const VERSION = '2026-11';

const TEXTS: Record<Locale, string> = {
  'pt-BR':
    'Antes de continuar, saiba para que servem os seus dados. Eles são usados para confirmar a sua identidade nesta operação e para registrar, com data e hora, o que você aceitou. Para isso podem ser conferidos em bases do governo. Eles ficam guardados como prova pelo prazo que a lei exige e são entregues somente a quem pediu esta operação e às autoridades que tiverem direito a eles. Você pode perguntar a quem pediu esta operação quais dados são mantidos e pedir que sejam corrigidos.',
  en: 'Before you go on, know what your data is used for. It is used to confirm your identity in this operation and to record, with date and time, what you accepted. For that it may be checked against government records. It is kept as proof for as long as the law requires, and given only to whoever asked for this operation and to authorities entitled to it. You can ask whoever requested this operation which data is kept, and have it corrected.',
  es: 'Antes de continuar, sepa para qué se usan sus datos. Se usan para confirmar su identidad en esta operación y para registrar, con fecha y hora, lo que usted aceptó. Para ello pueden comprobarse en bases del gobierno. Se guardan como prueba durante el plazo que exige la ley y se entregan únicamente a quien solicitó esta operación y a las autoridades con derecho a ellos. Puede preguntar a quien solicitó esta operación qué datos se conservan y pedir que se corrijan.',
};

/** What a signer reads at a PURPOSE_DISCLOSURE step. */
interface Disclosure {
  readonly version: string;
  readonly text: string;
  /** `sha256:` and hex, of the text in UTF-8. */
  readonly textHash: string;
}

const disclosureOf = (text: string): Disclosure => ({ version: VERSION, text, textHash: hashOf(text) });

/** Hashed once, because every view of a session with the step needs it. */
const DISCLOSURES: Record<Locale, Disclosure> = {
  'pt-BR': disclosureOf(TEXTS['pt-BR']),
  en: disclosureOf(TEXTS.en),
  es: disclosureOf(TEXTS.es),
};

export function disclosureIn(locale: Locale): Disclosure {
  return DISCLOSURES[locale];
}
