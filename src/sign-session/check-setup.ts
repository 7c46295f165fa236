import { localeOf } from '../i18n/locales.ts';
import type { SetupMistake } from './setup-warnings.ts';

/** ms after which a connected element should have its client secret. */
const SECRET_TIMEOUT_MS = 5000;

/** Warns of a mistake. The texts are loaded only then: few pages have any. */
export function warnLater(mistake: SetupMistake): void {
  import('./setup-warnings.ts').then(
    ({ warnOfSetup }) => warnOfSetup(mistake),
    () => undefined,
  );
}

/** Looks for values that no locale and no colour scheme of the widget has. Empty ones are as good as none. */
export function checkValues(locale: string | undefined, colorScheme: string | undefined): void {
  if (locale && localeOf(locale) === undefined) warnLater({ kind: 'locale', value: locale });
  if (colorScheme && !['light', 'dark', 'auto'].includes(colorScheme)) {
    warnLater({ kind: 'colorScheme', value: colorScheme });
  }
}

/** Looks after a while whether an element has its secret. @returns ends the wait. */
export function expectSecret(hasSecret: () => boolean): () => void {
  const timer = setTimeout(() => hasSecret() || warnLater({ kind: 'noSecret' }), SECRET_TIMEOUT_MS);
  return () => clearTimeout(timer);
}
