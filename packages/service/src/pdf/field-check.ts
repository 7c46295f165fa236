import { PDFArray, PDFDict, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';

const DEEPEST_FIELD = 32;

/** Flag of buttons that have no state (ISO 32000-2, table 229). */
const PUSH_BUTTON = 1 << 16;

const key = (name: string): PDFName => PDFName.of(name);

/** The entries that a field's kids inherit (ISO 32000-2, table 226). */
interface Inherited {
  readonly type: PDFObject | undefined;
  readonly value: PDFObject | undefined;
  readonly flags: number;
}

/**
 * Counts the form's fields, and compares buttons with their state. What a text field shows is compared with its value
 * where it is drawn: in the widget.
 */
export class FieldCheck {
  /** Number of fields that have a value, other than signatures. */
  fields = 0;
  /** Buttons whose state differs from the field's value. */
  readonly differing: PDFDict[] = [];
  readonly #seen = new Set<PDFDict>();

  /** @param form the file's AcroForm dictionary */
  constructor(form: PDFDict) {
    this.#walk(form.lookup(key('Fields')), { type: undefined, value: undefined, flags: 0 }, DEEPEST_FIELD);
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
    } else if (type === key('Tx') || type === key('Ch')) this.fields += 1;
  }
}

function inherit(field: PDFDict, above: Inherited): Inherited {
  const flags = field.lookup(key('Ff'));
  return {
    type: field.lookup(key('FT')) ?? above.type,
    value: field.lookup(key('V')) ?? above.value,
    flags: flags instanceof PDFNumber ? flags.asNumber() : above.flags,
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
