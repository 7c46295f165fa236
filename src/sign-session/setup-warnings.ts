import { LOCALES } from '../i18n/locales.ts';

/** ms after which a connected element should have its client secret. */
const SECRET_TIMEOUT_MS = 5000;

const COLOR_SCHEMES = ['light', 'dark', 'auto'];

const told = new Set<string>();

function warn(text: string): void {
  if (told.has(text)) return;
  told.add(text);
  console.warn(`<sign-session>: ${text}`);
}

/** Warns once of values that no locale and no colour scheme of the widget has. Empty ones are as good as none. */
export function warnOfValues(locale: string | undefined, colorScheme: string | undefined): void {
  const language = locale?.toLowerCase().split('-')[0];
  if (language && !LOCALES.some(known => known.toLowerCase().startsWith(language))) {
    warn(`locale="${locale}" is not one of ${LOCALES.join(', ')}; another one is chosen.`);
  }
  if (colorScheme && !COLOR_SCHEMES.includes(colorScheme)) {
    warn(`color-scheme="${colorScheme}" is not one of ${COLOR_SCHEMES.join(', ')}; it is ignored.`);
  }
}

/** Warns of an element that still has no secret after a while. @returns ends the wait. */
export function expectSecret(hasSecret: () => boolean): () => void {
  const timer = setTimeout(() => {
    if (hasSecret()) return;
    warn(
      'no client-secret has been set. Create a session on your server and set it as attribute or property.',
    );
  }, SECRET_TIMEOUT_MS);
  return () => clearTimeout(timer);
}

/** Warns that another copy of the widget has defined the element. */
export function warnOfSecondDefinition(): void {
  warn('the element is already defined by another copy of the widget, which stays in use. Load it once.');
}
