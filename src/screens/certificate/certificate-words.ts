import type { Catalogue } from '../../i18n/localize-controller.ts';
import type { Translator } from '../../i18n/translator.ts';
import type { ActionProblem } from '../../session/state.ts';
import { en } from './words/en.ts';

export type CertificateKey = keyof typeof en;
export type CertificateTranslator = Translator<CertificateKey>;

/** The words of the certificate's screen. */
export const CERTIFICATE_WORDS: Catalogue<CertificateKey> = {
  en,
  load: async locale => {
    switch (locale) {
      case 'en':
        return en;
      case 'es':
        return (await import('./words/es.ts')).es;
      case 'pt-BR':
        return (await import('./words/pt-BR.ts')).ptBR;
    }
  },
};

/** What the signer is told of an action that had no effect. */
export function problemKey(kind: ActionProblem['kind']): CertificateKey {
  switch (kind) {
    case 'notDone':
      return 'problem.notDone';
    case 'busy':
    case 'tooMany':
      return 'problem.busy';
    case 'refused':
    case 'exhausted':
      return 'problem.refused';
    case 'unknown':
      return 'problem.unknown';
  }
}
