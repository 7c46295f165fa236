import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFStream, PDFString } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';

/** Whether an entry is text, or a stream of it, that is not blank. */
export function hasText(dict: PDFDict, name: string): boolean {
  const value = dict.lookup(PDFName.of(name));
  if (value instanceof PDFStream) return true;
  const isString = value instanceof PDFString || value instanceof PDFHexString;
  return isString && (lookUp(() => value.decodeText()) ?? value.asString()).trim() !== '';
}

/** A number, 0 where there is none. */
export function numberIn(dict: PDFDict, name: string): number {
  const value = dict.lookup(PDFName.of(name));
  return value instanceof PDFNumber ? value.asNumber() : 0;
}

export function dictIn(dict: PDFDict | undefined, name: string): PDFDict | undefined {
  const value = dict?.lookup(PDFName.of(name));
  return value instanceof PDFDict ? value : undefined;
}

function entriesOf(holder: PDFObject | undefined): (PDFObject | undefined)[] {
  if (holder instanceof PDFArray) return holder.asArray().map((_, index) => holder.lookup(index));
  return holder instanceof PDFDict ? holder.keys().map(name => holder.lookup(name)) : [];
}

export const dictsIn = (holder: PDFObject | undefined): PDFDict[] =>
  entriesOf(holder).filter(entry => entry instanceof PDFDict);

export const streamsIn = (holder: PDFObject | undefined): PDFStream[] =>
  entriesOf(holder).filter(entry => entry instanceof PDFStream);

/** The library throws for an entry of the wrong type; readers ignore it. */
export function lookUp<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
