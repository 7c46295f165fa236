import { catalogue } from '../../i18n/catalogue.ts';
import type { Translator } from '../../i18n/translator.ts';
import type { ActionProblem } from '../../session/state.ts';
import { en } from './words/en.ts';

export type CertificateKey = keyof typeof en;
export type CertificateTranslator = Translator<CertificateKey>;

/** The words of the certificate's screen. */
export const CERTIFICATE_WORDS = catalogue<CertificateKey>(en, {
  es: async () => (await import('./words/es.ts')).es,
  'pt-BR': async () => (await import('./words/pt-BR.ts')).ptBR,
});

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
