import type { Revision } from './revision.ts';
import { entriesOf, isReference, itemsOf, type PdfDictionary, type PdfValue } from './values.ts';

const DEEPEST_FIELD = 32;

/** A form's field or a widget of one, with what it inherits (ISO 32000-2, 12.7.4). */
export interface FieldState {
  /** In full; empty where the file is encrypted. */
  readonly name: string;
  /** Such as `Sig`. */
  readonly type: string | undefined;
  /** The number of the object that has the `/V`. */
  readonly owner: number | undefined;
  /** `/V`, resolved. */
  readonly value: PdfValue | undefined;
}

/** Reads a field or widget. @throws PdfStructureError */
export async function fieldState(revision: Revision, number: number): Promise<FieldState> {
  const names: string[] = [];
  let [type, owner]: [string | undefined, number | undefined] = [undefined, undefined];
  let value: PdfValue | undefined;
  let at: number | undefined = number;
  for (let depth = 0; at !== undefined && depth < DEEPEST_FIELD; depth++) {
    const entries: PdfDictionary = entriesOf((await revision.find(at))?.value);
    const [kind, name] = [
      await revision.resolve(entries.get('FT')),
      await revision.resolve(entries.get('T')),
    ];
    if (kind?.kind === 'name') type ??= kind.name;
    names.unshift(textOf(revision, name));
    const own = await revision.resolve(entries.get('V'));
    if (own !== undefined && owner === undefined) [owner, value] = [at, own];
    const parent = entries.get('Parent');
    at = isReference(parent) ? parent.number : undefined;
  }
  return { name: names.filter(part => part !== '').join('.'), type, owner, value };
}

/** A field's value for people: texts, names of states, several choices with a comma. @throws PdfStructureError */
export async function valueText(revision: Revision, value: PdfValue | undefined): Promise<string> {
  if (value?.kind === 'name') return value.name;
  if (value?.kind !== 'array') return textOf(revision, value);
  const items = await Promise.all(itemsOf(value).map(item => revision.resolve(item)));
  return items.map(item => textOf(revision, item)).join(', ');
}

/** A text string; empty where it is another value, or the file is encrypted. */
export function textOf({ isEncrypted }: Revision, value: PdfValue | undefined): string {
  return value?.kind === 'string' && !isEncrypted ? decodeText(value.text) : '';
}

/** A text string (ISO 32000-2, 7.9.2.2); of PDFDocEncoding only what is Latin-1. */
function decodeText(text: string): string {
  const bytes = Uint8Array.from(text, character => character.charCodeAt(0));
  if (text.startsWith('\u00fe\u00ff')) return new TextDecoder('utf-16be').decode(bytes);
  return text.startsWith('\u00ef\u00bb\u00bf') ? new TextDecoder().decode(bytes) : text;
}
