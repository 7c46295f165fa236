import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFStream, PDFString } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import { LookReader, matches } from './look-text.ts';

const DEEPEST_FIELD = 32;

/** Flags of fields (ISO 32000-2, tables 229, 231 and 233). */
const PASSWORD = 1 << 13;
const PUSH_BUTTON = 1 << 16;
const COMBO = 1 << 17;

const key = (name: string): PDFName => PDFName.of(name);

/** The entries that a field's kids inherit (ISO 32000-2, table 226). */
interface Inherited {
  readonly type: PDFObject | undefined;
  readonly value: PDFObject | undefined;
  readonly flags: number;
  readonly options: PDFObject | undefined;
  readonly formatted: boolean;
}

/**
 * Compares form fields with their appearance. The signer sees the appearance; programs read the value, and readers
 * redraw it after a change.
 */
export class FieldCheck {
  /** Number of fields that have a value, other than signatures. */
  fields = 0;
  /** Widgets whose appearance differs from the field's value. */
  readonly differing: PDFDict[] = [];
  readonly #seen = new Set<PDFDict>();
  readonly #reader: LookReader;

  /** @param form the file's AcroForm dictionary */
  constructor(form: PDFDict) {
    const resources = form.lookup(key('DR'));
    this.#reader = new LookReader(resources instanceof PDFDict ? resources : undefined);
    const none = { type: undefined, value: undefined, flags: 0, options: undefined, formatted: false };
    this.#walk(form.lookup(key('Fields')), none, DEEPEST_FIELD);
  }

  #walk(list: PDFObject | undefined, above: Inherited, depth: number): void {
    if (!(list instanceof PDFArray) || depth === 0) return;
    for (let index = 0; index < list.size(); index += 1) {
      const field = list.lookup(index);
      if (!(field instanceof PDFDict) || this.#seen.has(field)) continue;
      this.#seen.add(field);
      const own = inherit(field, above);
      const kids = field.lookup(key('Kids'));
      if (kids instanceof PDFArray && kids.size() > 0) this.#walk(kids, own, depth - 1);
      else this.#check(field, own);
    }
  }

  #check(widget: PDFDict, field: Inherited): void {
    const { type, flags } = field;
    if (type === key('Btn') && (flags & PUSH_BUTTON) === 0) {
      this.fields += 1;
      if (buttonDiffers(widget, field)) this.differing.push(widget);
    } else if (type === key('Tx') || type === key('Ch')) {
      this.fields += 1;
      const listed = type === key('Ch') && (flags & COMBO) === 0;
      const hidden = type === key('Tx') && (flags & PASSWORD) !== 0;
      // List boxes show all of their options; password fields show none of their characters.
      if (!listed && !hidden && this.#textDiffers(widget, field)) this.differing.push(widget);
    }
  }

  #textDiffers(widget: PDFDict, field: Inherited): boolean {
    const looks = widget.lookup(key('AP'));
    const look = looks instanceof PDFDict ? looks.lookup(key('N')) : undefined;
    // Without an appearance, readers draw the value.
    if (!(look instanceof PDFStream)) return false;
    const shown = this.#reader.textOf(look);
    const value = textOf(field.value);
    if (shown === undefined || value === undefined) return false;
    const meant = [value, displayed(value, field.options)];
    if (meant.some(text => text !== undefined && matches(shown, text))) return false;
    return !(field.formatted && sameNumber(shown, value));
  }
}

function inherit(field: PDFDict, above: Inherited): Inherited {
  const flags = field.lookup(key('Ff'));
  const actions = field.lookup(key('AA'));
  return {
    type: field.lookup(key('FT')) ?? above.type,
    value: field.lookup(key('V')) ?? above.value,
    flags: flags instanceof PDFNumber ? flags.asNumber() : above.flags,
    options: field.lookup(key('Opt')) ?? above.options,
    formatted: (actions instanceof PDFDict && actions.has(key('F'))) || above.formatted,
  };
}

/** Compares a button's state with the value: the button whose state is the value must be on, all others off. */
function buttonDiffers(widget: PDFDict, { value }: Inherited): boolean {
  const state = widget.lookup(key('AS'));
  if (!(state instanceof PDFName)) return false;
  const off = key('Off');
  const looks = widget.lookup(key('AP'));
  const normal = looks instanceof PDFDict ? looks.lookup(key('N')) : undefined;
  const states = normal instanceof PDFDict ? normal.keys().filter(name => name !== off) : [];
  const on = value instanceof PDFName && value !== off && states.includes(value);
  return state === off ? on : state !== value;
}

/** The text shown for a choice's value (ISO 32000-2, table 234). */
function displayed(value: string, options: PDFObject | undefined): string | undefined {
  if (!(options instanceof PDFArray)) return undefined;
  for (let index = 0; index < options.size(); index += 1) {
    const option = options.lookup(index);
    if (option instanceof PDFArray && textOf(option.lookup(0)) === value) return textOf(option.lookup(1));
  }
  return undefined;
}

/** A field's text; empty if it has none, `undefined` if it is not text. */
function textOf(value: PDFObject | undefined): string | undefined {
  if (value === undefined) return '';
  if (value instanceof PDFString || value instanceof PDFHexString) return value.decodeText();
  return undefined;
}

/** Whether the texts are the same number: a script formats “1250” as “R$ 1.250,00”. */
function sameNumber(shown: string, value: string): boolean {
  const number = Number(value.trim().replace(',', '.'));
  if (value.trim() === '' || !Number.isFinite(number)) return false;
  const digits = shown.replaceAll(/[^\d.,-]/g, '').replace(/^[.,]+|[.,]+$/g, '');
  return ['.', ','].some(decimal => {
    const plain = digits.replaceAll(decimal === '.' ? ',' : '.', '').replace(decimal, '.');
    return plain !== '' && Number(plain) === number;
  });
}
