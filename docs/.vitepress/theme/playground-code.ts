/** What the playground's fields say. An empty appearance field is left out. */
export interface PlaygroundSettings {
  brandColor: string;
  backgroundColor: string;
  textColor: string;
  borderRadius: string;
  companyName: string;
  title: string;
  submitLabel: string;
  headerStyle: string;
  colorScheme: string;
  locale: string;
}

/** The fields of the appearance that say something: an empty one leaves the session's own. */
export function appearanceOf(settings: PlaygroundSettings): Record<string, string> {
  const fields = Object.entries(settings).filter(
    ([name, value]) => name !== 'colorScheme' && name !== 'locale' && value !== '',
  );
  return Object.fromEntries(fields);
}

/** The lines that give an element these looks, to be copied. */
export function playgroundCode(settings: PlaygroundSettings): string {
  const lines = Object.entries(appearanceOf(settings)).map(
    ([name, value]) => `  ${name}: ${JSON.stringify(value)},`,
  );
  return [
    'element.appearance = {',
    ...lines,
    '};',
    `element.colorScheme = ${JSON.stringify(settings.colorScheme)};`,
    `element.locale = ${JSON.stringify(settings.locale)};`,
  ].join('\n');
}
