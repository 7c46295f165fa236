import { samePlace, type ObjectLocation, type Section } from './sections.ts';

/** The form of the newest section; of a hybrid file, that of its table. */
export function newestForm(sections: readonly Section[]): Section['form'] {
  return sections.find(({ isHidden }) => isHidden !== true)?.form ?? 'table';
}

/**
 * Whether some readers find an older version of an object. They search a file in which a table is newer than a stream of
 * cross references, and take what is in object streams first.
 *
 * @param sections newest first
 */
export function revivesObject(
  sections: readonly Section[],
  placeOf: (number: number) => ObjectLocation | undefined,
): boolean {
  const forms = sections.flatMap(({ isHidden, form }) => (isHidden === true ? [] : [form]));
  const table = forms.indexOf('table');
  if (table === -1 || !forms.includes('stream', table)) return false;
  return sections.some(({ places }) =>
    [...places].some(([number, place]) => place.kind === 'inStream' && !samePlace(place, placeOf(number))),
  );
}
