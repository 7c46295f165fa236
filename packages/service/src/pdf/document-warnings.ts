/** What a document's pages may not show the signer: fonts, hidden text, forms, scripts, attachments. */
import {
  PDFArray,
  PDFBool,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { unpackStream } from './bounded-parser.ts';
import { PdfRefusedError } from './refusal.ts';

/** Whether an entry is text, or a stream of it, that is not blank. */
function hasText(dict: PDFDict, name: string): boolean {
  const value = dict.lookup(PDFName.of(name));
  if (value instanceof PDFStream) return true;
  const isString = value instanceof PDFString || value instanceof PDFHexString;
  return isString && (lookUp(() => value.decodeText()) ?? value.asString()).trim() !== '';
}

/** A number, 0 where there is none. */
function numberIn(dict: PDFDict, name: string): number {
  const value = dict.lookup(PDFName.of(name));
  return value instanceof PDFNumber ? value.asNumber() : 0;
}

function dictIn(dict: PDFDict | undefined, name: string): PDFDict | undefined {
  const value = dict?.lookup(PDFName.of(name));
  return value instanceof PDFDict ? value : undefined;
}

function entriesOf(holder: PDFObject | undefined): (PDFObject | undefined)[] {
  if (holder instanceof PDFArray) return holder.asArray().map((_, index) => holder.lookup(index));
  return holder instanceof PDFDict ? holder.keys().map(name => holder.lookup(name)) : [];
}

const dictsIn = (holder: PDFObject | undefined): PDFDict[] =>
  entriesOf(holder).filter(entry => entry instanceof PDFDict);

const streamsIn = (holder: PDFObject | undefined): PDFStream[] =>
  entriesOf(holder).filter(entry => entry instanceof PDFStream);

/** The library throws for an entry of the wrong type; readers ignore it. */
function lookUp<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** A ToUnicode map usually has a few kilobytes. */
const LARGEST_MAP = 1024 * 1024;

/** Two-byte codes; a single range may cover all of them. */
const MOST_CODES = 0x1_0000;

const characterMaps = new WeakMap<PDFStream, ReadonlyMap<number, string> | undefined>();

/**
 * The characters of a font's codes, by its ToUnicode map (ISO 32000-2, 9.10.3).
 * @returns `undefined` if the map cannot be read; other readers may be able to
 */
function characterMapOf(stream: PDFStream): ReadonlyMap<number, string> | undefined {
  if (!characterMaps.has(stream)) characterMaps.set(stream, readMap(stream));
  return characterMaps.get(stream);
}

function readMap(stream: PDFStream): ReadonlyMap<number, string> | undefined {
  if (!(stream instanceof PDFRawStream)) return undefined;
  let text;
  try {
    text = Buffer.from(unpackStream(stream, LARGEST_MAP)).toString('latin1');
  } catch {
    return undefined;
  }
  const map = new Map<number, string>();
  for (const [, kind, body = ''] of text.matchAll(/beginbf(char|range)([\s\S]*?)endbf/g))
    if (kind === 'char') readCharacters(body, map);
    else readRanges(body, map);
  return map;
}

function readCharacters(body: string, map: Map<number, string>): void {
  for (const [, code = '', to = ''] of body.matchAll(/<([\da-f\s]+)>\s*<([\da-f\s]*)>/gi))
    map.set(numberOf(code), charactersOf(to));
}

function readRanges(body: string, map: Map<number, string>): void {
  const ranges = /<([\da-f\s]+)>\s*<([\da-f\s]+)>\s*(?:<([\da-f\s]*)>|\[([^\]]*)\])/gi;
  for (const [, from = '', until = '', first, list] of body.matchAll(ranges)) {
    const start = numberOf(from);
    const each = list === undefined ? undefined : [...list.matchAll(/<([\da-f\s]*)>/gi)];
    const last = Math.min(numberOf(until), start + MOST_CODES - map.size);
    for (let code = start; code <= last; code += 1) {
      const to =
        each === undefined ? later(charactersOf(first ?? ''), code - start) : each[code - start]?.[1];
      if (to !== undefined) map.set(code, each === undefined ? to : charactersOf(to));
    }
  }
}

/** Within a range, the last character is incremented. */
function later(first: string, by: number): string {
  const characters = Array.from(first);
  const last = (characters.pop()?.codePointAt(0) ?? 0) + by;
  return characters.join('') + (last <= 0x10_ffff ? String.fromCodePoint(last) : '');
}

const numberOf = (hex: string): number => Number.parseInt(hex.replaceAll(/\s/g, ''), 16);

/** UTF-16BE in hex. */
function charactersOf(hex: string): string {
  const units = hex.replaceAll(/\s/g, '').match(/.{4}/g) ?? [];
  return String.fromCharCode(...units.map(unit => Number.parseInt(unit, 16)));
}

/**
 * - `certain`: the glyphs are in the file, or it is certain without them which characters are shown.
 * - `missing`: the glyphs are not in the file. Readers substitute a font and use the file's data about its
 *   characters.
 * - `unreadable`: the glyphs are not in the file, and its data about the characters is not enough: readers have to
 *   guess.
 */
type FontEmbedding = 'certain' | 'missing' | 'unreadable';

const FONT_FILES = ['FontFile', 'FontFile2', 'FontFile3'].map(name => PDFName.of(name));

/** Character collections that readers know (ISO 32000-2, table 116). */
const KNOWN_COLLECTIONS = ['GB1', 'CNS1', 'Japan1', 'Korea1', 'KR'];

/** The `Symbolic` flag of a font descriptor (ISO 32000-2, table 121). */
const SYMBOLIC = 4;

/** Names of the standard 14 fonts and their common substitutes (ISO 32000-1, 9.6.2.2). */
const STANDARD = /^(Courier|Helvetica|Times|Arial|Symbol|ZapfDingbats)/;

/** Whether a reader can know which characters a font shows. */
function embeddingOf(font: PDFDict): FontEmbedding {
  const subtype = font.lookup(PDFName.of('Subtype'));
  // The glyphs of a Type 3 font are content streams of the file.
  if (subtype === PDFName.of('Type3')) return 'certain';
  return subtype === PDFName.of('Type0') ? ofComposite(font) : ofSimple(font);
}

function ofComposite(font: PDFDict): FontEmbedding {
  const descendants = font.lookup(PDFName.of('DescendantFonts'));
  const descendant = descendants instanceof PDFArray ? descendants.lookup(0) : undefined;
  if (!(descendant instanceof PDFDict) || hasFile(descendant)) return 'certain';
  const info = descendant.lookup(PDFName.of('CIDSystemInfo'));
  const ordering = info instanceof PDFDict ? info.lookup(PDFName.of('Ordering')) : undefined;
  if (KNOWN_COLLECTIONS.includes(textOf(ordering))) return 'missing';
  // pdf.js uses the ToUnicode map of TrueType fonts only, and has its own tables for “Symbol” and the like.
  const byMap = descendant.lookup(PDFName.of('Subtype')) === PDFName.of('CIDFontType2');
  const name = font.lookup(PDFName.of('BaseFont'));
  const symbols = name instanceof PDFName && /symbol|dingbats/i.test(name.decodeText());
  return byMap && !symbols && isClear(font.lookup(PDFName.of('ToUnicode'))) ? 'missing' : 'unreadable';
}

/** Whether each code maps to at most one character: readers draw only one, so others would be missing. */
function isClear(map: unknown): boolean {
  const characters = map instanceof PDFStream ? characterMapOf(map) : new Map<number, string>();
  if (characters === undefined) return true;
  return characters.size > 0 && [...characters.values()].every(text => Array.from(text).length <= 1);
}

/** A font of letters shows the characters that its encoding names, even with a substitute's glyphs. */
function ofSimple(font: PDFDict): FontEmbedding {
  if (hasFile(font) || font.has(PDFName.of('Encoding'))) return 'certain';
  const name = font.lookup(PDFName.of('BaseFont'));
  if (name instanceof PDFName && STANDARD.test(name.decodeText())) return 'certain';
  const descriptor = font.lookup(PDFName.of('FontDescriptor'));
  const flags = descriptor instanceof PDFDict ? descriptor.lookup(PDFName.of('Flags')) : undefined;
  return flags instanceof PDFNumber && (flags.asNumber() & SYMBOLIC) !== 0 ? 'missing' : 'certain';
}

function hasFile(font: PDFDict): boolean {
  const descriptor = font.lookup(PDFName.of('FontDescriptor'));
  return descriptor instanceof PDFDict && FONT_FILES.some(file => descriptor.lookup(file) !== undefined);
}

function textOf(value: unknown): string {
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : '';
}

const DEEPEST_FIELD = 32;

/** Flag of buttons that have no state (ISO 32000-2, table 229). */
const PUSH_BUTTON = 1 << 16;

/** The entries that a field's kids inherit (ISO 32000-2, table 226). */
interface InheritedEntries {
  readonly type: PDFObject | undefined;
  readonly value: PDFObject | undefined;
  readonly flags: number;
}

/**
 * Counts the form's fields, and compares buttons with their state. What a text field shows is compared with its value
 * where it is drawn: in the widget.
 */
class FieldCheck {
  /** Number of fields that have a value, other than signatures. */
  fields = 0;
  /** Buttons whose state differs from the field's value. */
  readonly differing: PDFDict[] = [];
  readonly #seen = new Set<PDFDict>();

  /** @param form the file's AcroForm dictionary */
  constructor(form: PDFDict) {
    this.#walk(form.lookup(key('Fields')), { type: undefined, value: undefined, flags: 0 }, DEEPEST_FIELD);
  }

  #walk(list: PDFObject | undefined, above: InheritedEntries, depth: number): void {
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

  #check(widget: PDFDict, field: InheritedEntries): void {
    const { type, flags } = field;
    if (type === key('Btn') && (flags & PUSH_BUTTON) === 0) {
      this.fields += 1;
      if (buttonDiffers(widget, field)) this.differing.push(widget);
    } else if (type === key('Tx') || type === key('Ch')) this.fields += 1;
  }
}

function inherit(field: PDFDict, above: InheritedEntries): InheritedEntries {
  const flags = field.lookup(key('Ff'));
  return {
    type: field.lookup(key('FT')) ?? above.type,
    value: field.lookup(key('V')) ?? above.value,
    flags: flags instanceof PDFNumber ? flags.asNumber() : above.flags,
  };
}

/** Compares a button's state with the value: the button whose state is the value must be on, all others off. */
function buttonDiffers(widget: PDFDict, { value }: InheritedEntries): boolean {
  const state = widget.lookup(key('AS'));
  if (!(state instanceof PDFName)) return false;
  const off = key('Off');
  const looks = widget.lookup(key('AP'));
  const normal = looks instanceof PDFDict ? looks.lookup(key('N')) : undefined;
  const states = normal instanceof PDFDict ? normal.keys().filter(name => name !== off) : [];
  const on = value instanceof PDFName && value !== off && states.includes(value);
  return state === off ? on : state !== value;
}

/** Why a page may not show everything, or not as intended (signer API, section 3a). */
export const WARNING_CODES = [
  'hidden-layers',
  'scripts',
  'changing-actions',
  'attachments',
  'form-fields',
  'xfa',
  'scanned',
  'font-not-embedded',
  'annotation-without-appearance',
  'field-appearance-differs',
  'comment-texts',
  'print-only',
] as const;
type WarningCode = (typeof WARNING_CODES)[number];

export interface PdfWarning {
  readonly code: WarningCode;
  /** From 1; absent if it concerns the whole file. */
  readonly page?: number | undefined;
}

/** Maximum pages per code; the viewer lists no more either. */
const MOST_PAGES = 20;

/** Maximum nesting of forms (XObjects) that is followed. */
const DEEPEST_FORM = 16;

/** Annotation types that are drawn differently, or not drawn on purpose. */
const WITHOUT_LOOK = ['Widget', 'Link', 'Popup'].map(name => PDFName.of(name));

/** Annotations whose text stands beside the page, if a reader shows it at all; a `FreeText` is drawn. */
const COMMENTS =
  'Text Highlight Underline Squiggly StrikeOut Caret Stamp Ink Line Square Circle Polygon PolyLine Redact'
    .split(' ')
    .map(name => PDFName.of(name));

/** Actions other than scripts that change what is shown (ISO 32000-2, 12.6.4), some of which readers run silently. */
const CHANGING_ACTIONS = ['Hide', 'ResetForm', 'SetOCGState', 'ImportData', 'Launch'].map(name =>
  PDFName.of(name),
);

/** Hidden, Print and NoView (ISO 32000-1, table 165). */
const FLAG = { hidden: 0b10, print: 0b100, noView: 0b10_0000 } as const;

const key = (name: string): PDFName => PDFName.of(name);

/** What the resources of a page or form contain. */
interface Contents {
  fonts: boolean;
  images: boolean;
  unembedded: boolean;
  /** Images with another one for printing (ISO 32000-2, 8.9.5.4). */
  printedOtherwise: boolean;
}

/**
 * The warnings that a signer must see before signing. Visits every object only once, so the time grows with the
 * file's size, not with its references.
 * @throws PdfRefusedError `font-not-embedded` when it is impossible to know which characters a page shows
 */
export function findWarnings(context: PDFContext): PdfWarning[] {
  return new WarningSearch(context).run();
}

class WarningSearch {
  readonly #context: PDFContext;
  readonly #found = new Map<WarningCode, Set<number | undefined>>();
  readonly #contents = new Map<PDFDict, Contents>();
  readonly #annotations = new Set<PDFArray>();
  /** The pages of the form's widgets. */
  readonly #pageOf = new Map<PDFDict, number>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  run(): PdfWarning[] {
    const catalog = this.#context.lookup(this.#context.trailerInfo.Root);
    if (!(catalog instanceof PDFCatalog)) return [];
    if (hasHiddenLayers(catalog)) this.#add('hidden-layers');
    this.#searchObjects();
    this.#searchPages(catalog);
    this.#searchForm(dictIn(catalog, 'AcroForm'));
    return WARNING_CODES.flatMap(code => {
      const pages = [...(this.#found.get(code) ?? [])];
      return pages.slice(0, MOST_PAGES).map(page => (page === undefined ? { code } : { code, page }));
    });
  }

  #add(code: WarningCode, page?: number): void {
    const pages = this.#found.get(code) ?? new Set();
    this.#found.set(code, pages.add(page));
  }

  /** Searches all objects, because scripts and attachments can be referenced from many places. */
  #searchObjects(): void {
    const script = key('JavaScript');
    const open: (PDFObject | undefined)[] = this.#context
      .enumerateIndirectObjects()
      .map(([, value]) => value);
    while (open.length > 0) {
      const object = open.pop();
      if (object instanceof PDFArray) for (const entry of object.asArray()) open.push(entry);
      const dict = object instanceof PDFStream ? object.dict : object;
      if (!(dict instanceof PDFDict)) continue;
      const action = dict.lookup(key('S'));
      if (action === script) this.#add('scripts');
      if (CHANGING_ACTIONS.some(name => name === action)) this.#add('changing-actions');
      if (dict.has(key('EF'))) this.#add('attachments');
      for (const [, value] of dict.entries()) open.push(value);
    }
  }

  #searchPages(catalog: PDFCatalog): void {
    let number = 0;
    catalog.Pages().traverse(node => {
      if (!(node instanceof PDFPageLeaf)) return;
      number += 1;
      const { fonts, images, unembedded, printedOtherwise } = this.#contentsOf(
        lookUp(() => node.Resources()),
        DEEPEST_FORM,
      );
      if (images && !fonts) this.#add('scanned', number);
      if (unembedded) this.#add('font-not-embedded', number);
      if (printedOtherwise) this.#add('print-only', number);
      const annotations = lookUp(() => node.Annots());
      if (annotations !== undefined && !this.#annotations.has(annotations)) {
        this.#annotations.add(annotations);
        for (const entry of dictsIn(annotations)) this.#checkAnnotation(entry, number);
      }
    });
  }

  #contentsOf(resources: PDFDict | undefined, depth: number): Contents {
    if (resources === undefined || depth === 0) return { ...NOTHING };
    const known = this.#contents.get(resources);
    if (known !== undefined) return known;
    const contents = { ...NOTHING };
    // Set before visiting its parts, which may refer back to it.
    this.#contents.set(resources, contents);
    for (const font of dictsIn(dictIn(resources, 'Font'))) {
      contents.fonts = true;
      const embedding = embeddingOf(font);
      if (embedding === 'unreadable') throw new PdfRefusedError('font-not-embedded');
      if (embedding === 'missing') contents.unembedded = true;
    }
    for (const { dict } of streamsIn(dictIn(resources, 'XObject'))) {
      if (dict.lookup(key('Subtype')) === key('Image')) {
        contents.images = true;
        contents.printedOtherwise ||= isPrintedOtherwise(dict);
      } else merge(contents, this.#contentsOf(dictIn(dict, 'Resources'), depth - 1));
    }
    for (const { dict } of streamsIn(dictIn(resources, 'Pattern')))
      merge(contents, this.#contentsOf(dictIn(dict, 'Resources'), depth - 1));
    return contents;
  }

  #checkAnnotation(annotation: PDFDict, page: number): void {
    this.#pageOf.set(annotation, page);
    const subtype = annotation.lookup(key('Subtype'));
    if (subtype === key('FileAttachment')) this.#add('attachments');
    const look = dictIn(annotation, 'AP')?.lookup(key('N'));
    for (const { dict } of look instanceof PDFStream ? [look] : streamsIn(look)) {
      const { unembedded } = this.#contentsOf(dictIn(dict, 'Resources'), DEEPEST_FORM);
      if (unembedded) this.#add('font-not-embedded', page);
    }
    const flags = numberIn(annotation, 'F');
    const unseen = (flags & (FLAG.hidden | FLAG.noView)) !== 0;
    if (look === undefined && !unseen && !WITHOUT_LOOK.some(name => name === subtype))
      this.#add('annotation-without-appearance', page);
    const isPrinted = (flags & FLAG.print) !== 0 && (flags & FLAG.hidden) === 0;
    if (isPrinted && unseen && subtype !== key('Popup') && subtype !== key('Link'))
      this.#add('print-only', page);
    const isComment = COMMENTS.some(name => name === subtype);
    if (isComment && ['Contents', 'RC'].some(entry => hasText(annotation, entry)))
      this.#add('comment-texts', page);
  }

  #searchForm(form: PDFDict | undefined): void {
    if (form === undefined) return;
    if (form.lookup(key('XFA')) !== undefined) this.#add('xfa');
    const check = new FieldCheck(form);
    for (const field of check.differing) this.#add('field-appearance-differs', this.#pageOf.get(field));
    if (check.fields > 0) this.#add('form-fields');
  }
}

/** Whether layers are off when the file is opened (ISO 32000-2, 8.11.4.3). */
function hasHiddenLayers(catalog: PDFDict): boolean {
  const usual = dictIn(dictIn(catalog, 'OCProperties'), 'D');
  const off = usual?.lookup(key('OFF'));
  return usual?.lookup(key('BaseState')) === key('OFF') || (off instanceof PDFArray && off.size() > 0);
}

const NOTHING: Contents = { fonts: false, images: false, unembedded: false, printedOtherwise: false };

function merge(contents: Contents, part: Contents): void {
  contents.fonts ||= part.fonts;
  contents.images ||= part.images;
  contents.unembedded ||= part.unembedded;
  contents.printedOtherwise ||= part.printedOtherwise;
}

/** Whether an image has an alternate that is printed instead. */
function isPrintedOtherwise(image: PDFDict): boolean {
  return dictsIn(image.lookup(key('Alternates'))).some(
    alternate => alternate.lookup(key('DefaultForPrinting')) === PDFBool.True,
  );
}
