import { LOCALES } from '../i18n/locales.ts';

/** What may be wrong with how a page uses the element. */
export type SetupMistake =
  | { readonly kind: 'noSecret' | 'appearance' }
  | { readonly kind: 'locale' | 'colorScheme' | 'address'; readonly value: string }
  | { readonly kind: 'secondCopy' };

const told = new Set<string>();

/** Warns the integrator in the console, once of each mistake. */
export function warnOfSetup(mistake: SetupMistake): void {
  const text = textOf(mistake);
  if (told.has(text)) return;
  told.add(text);
  console.warn(`<sign-session>: ${text}`);
}

function textOf(mistake: SetupMistake): string {
  switch (mistake.kind) {
    case 'noSecret':
      return 'no client-secret has been set. Create a session on your server and set it as attribute or property.';
    case 'appearance':
      return 'the appearance attribute is not a JSON object; it is ignored.';
    case 'address':
      return `base-url or assets-url is "${mistake.value}", which is no address such as https://sign.example or /assets/; it is ignored.`;
    case 'locale':
      return `locale="${mistake.value}" is not one of ${LOCALES.join(', ')}; another one is chosen.`;
    case 'colorScheme':
      return `color-scheme="${mistake.value}" is not one of light, dark, auto; it is ignored.`;
    case 'secondCopy':
      return 'the element is already defined by another copy of the widget, which stays in use. Load it once.';
  }
}
