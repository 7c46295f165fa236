import type { PdfObject } from './objects.ts';
import type { PdfDictionary, Span } from './values.ts';

/** What was changed that an update must not change. */
export type ChangeReason =
  | 'catalog'
  | 'form'
  | 'field'
  | 'page'
  /** Nothing else, but annotations that belong to no new signature. */
  | 'annotation'
  /** A list is changed, not only extended at its end, or has something twice. */
  | 'list'
  /** A resource of the form gets a name that some field asks for. */
  | 'resource'
  /** An earlier object refers to a number that is used now. */
  | 'dangling'
  /** What may change in one place is used in another one as well. */
  | 'shared'
  /** An earlier object is used in a new place. */
  | 'moved'
  /** Another object. */
  | 'object';

/** The update changes what was signed or shown. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError';
  readonly reason: ChangeReason;

  constructor(reason: ChangeReason, what: number | string) {
    super(`${reason}: ${what}`);
    this.reason = reason;
  }
}

/** What a signature adds that some reader may show: a part of its field that is not invisible by its form. */
export interface SignatureMark {
  /** Index of the page that it is on; undefined where no page has it in its list, or another list has it. */
  readonly page: number | undefined;
  /** `/Rect`, if it is four numbers. */
  readonly rect: readonly number[] | undefined;
}

/** A field of the form whose value was changed. */
export interface FilledField {
  /** Its full name; empty where the file is encrypted, like the values. */
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

export interface AddedSignature {
  /** Of its field. */
  readonly number: number;
  readonly isTimestamp: boolean;
  /** Whether the field was there before, empty. */
  readonly wasEmptyField: boolean;
  readonly field: PdfDictionary;
  /** The signature's object, and its dictionary. */
  readonly object: PdfObject;
  readonly dictionary: PdfDictionary;
  /** None for a signature that is invisible. */
  readonly marks: readonly SignatureMark[];
}

export interface UpdateChanges {
  readonly signatures: readonly AddedSignature[];
  /** Other fields that were filled in. */
  readonly filled: readonly FilledField[];
  /** What differs, such as `catalog/DSS`, `form/Fields`, `page/Annots`, `trailer/Info`, `field/AP`. */
  readonly changed: ReadonlySet<string>;
  /** Numbers of new objects that nothing allowed leads to; nothing else leads to them either. */
  readonly unused: readonly number[];
}

/**
 * Where the digits of a signature stand in the file, with their brackets: the gap in what it covers.
 *
 * @param bytes from the file's header on
 * @returns undefined where they are not in the signature itself, or not hexadecimal
 */
export function gapOf(bytes: Uint8Array, { object, dictionary }: AddedSignature): Span | undefined {
  const contents = dictionary.get('Contents');
  if (contents?.kind !== 'string' || object.container !== undefined || bytes[contents.start] !== 0x3c)
    return undefined;
  return { start: contents.start, end: contents.end };
}
