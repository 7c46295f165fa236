/** The element declares its events in the platform's map. */
export type WidgetEventName = Extract<keyof HTMLElementEventMap, `sign-${string}`>;

/** Every event of the widget with its public fields. A missing one is a type error. */
const FIELDS = {
  'sign-ready': ['sessionId'],
  'sign-step': ['step'],
  'sign-completed': ['sessionId', 'evidenceId'],
  'sign-declined': ['sessionId'],
  'sign-expired': ['sessionId'],
  'sign-failed': ['sessionId', 'reason'],
  'sign-error': ['code', 'retryable'],
  'sign-interrupted': ['sessionId'],
  'sign-redirect': ['url'],
  'sign-close': ['sessionId'],
} as const satisfies { [Name in WidgetEventName]: readonly (keyof HTMLElementEventMap[Name])[] };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object's own keys
export const WIDGET_EVENTS = Object.keys(FIELDS) as WidgetEventName[];

/** The public fields of a widget's event, as `name=value`. */
export function fieldsOf(event: Event): string {
  const type = WIDGET_EVENTS.find(known => known === event.type);
  const names: readonly string[] = type === undefined ? [] : FIELDS[type];
  return names.map(name => `${name}=${String(Reflect.get(event, name))}`).join(' ');
}
