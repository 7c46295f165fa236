import { PDFArray, PDFBool, PDFCatalog, PDFDict, PDFName, PDFPageLeaf, PDFStream } from '@cantoo/pdf-lib';
import type { PDFContext, PDFObject } from '@cantoo/pdf-lib';
import { dictIn, dictsIn, hasText, lookUp, numberIn, streamsIn } from './dict-entries.ts';
import { FieldCheck } from './field-check.ts';
import { embeddingOf } from './font-embedding.ts';
import { PdfRefusedError } from './refusal.ts';

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
export type WarningCode = (typeof WARNING_CODES)[number];

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
