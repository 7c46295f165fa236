import { PDFArray, PDFCatalog, PDFDict, PDFName, PDFNumber, PDFPageLeaf, PDFStream } from '@cantoo/pdf-lib';
import type { PDFContext, PDFObject } from '@cantoo/pdf-lib';
import { FieldCheck } from './field-check.ts';
import { embeddingOf } from './font-embedding.ts';
import { PdfRefusedError } from './refusal.ts';

/** Why a page may not show everything, or not as intended (signer API, section 3a). */
export const WARNING_CODES = [
  'hidden-layers',
  'scripts',
  'attachments',
  'form-fields',
  'xfa',
  'scanned',
  'font-not-embedded',
  'annotation-without-appearance',
  'field-appearance-differs',
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

/** Hidden and NoView (ISO 32000-1, table 165). */
const UNSEEN = 0b10_0010;

const key = (name: string): PDFName => PDFName.of(name);

/** What the resources of a page or form contain. */
interface Contents {
  fonts: boolean;
  images: boolean;
  unembedded: boolean;
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
      if (dict.get(key('S')) === script) this.#add('scripts');
      if (dict.has(key('EF'))) this.#add('attachments');
      for (const [, value] of dict.entries()) open.push(value);
    }
  }

  #searchPages(catalog: PDFCatalog): void {
    let number = 0;
    catalog.Pages().traverse(node => {
      if (!(node instanceof PDFPageLeaf)) return;
      number += 1;
      const { fonts, images, unembedded } = this.#contentsOf(
        lookUp(() => node.Resources()),
        DEEPEST_FORM,
      );
      if (images && !fonts) this.#add('scanned', number);
      if (unembedded) this.#add('font-not-embedded', number);
      const annotations = lookUp(() => node.Annots());
      if (annotations !== undefined && !this.#annotations.has(annotations)) {
        this.#annotations.add(annotations);
        for (const entry of dictsIn(annotations)) this.#checkAnnotation(entry, number);
      }
    });
  }

  #contentsOf(resources: PDFDict | undefined, depth: number): Contents {
    if (resources === undefined || depth === 0) return { fonts: false, images: false, unembedded: false };
    const known = this.#contents.get(resources);
    if (known !== undefined) return known;
    const contents = { fonts: false, images: false, unembedded: false };
    // Set before visiting its parts, which may refer back to it.
    this.#contents.set(resources, contents);
    for (const font of dictsIn(dictIn(resources, 'Font'))) {
      contents.fonts = true;
      const embedding = embeddingOf(font);
      if (embedding === 'unreadable') throw new PdfRefusedError('font-not-embedded');
      if (embedding === 'missing') contents.unembedded = true;
    }
    for (const { dict } of streamsIn(dictIn(resources, 'XObject'))) {
      if (dict.lookup(key('Subtype')) === key('Image')) contents.images = true;
      else merge(contents, this.#contentsOf(dictIn(dict, 'Resources'), depth - 1));
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
    const flags = annotation.lookup(key('F'));
    const unseen = flags instanceof PDFNumber && (flags.asNumber() & UNSEEN) !== 0;
    if (look === undefined && !unseen && !WITHOUT_LOOK.some(name => name === subtype))
      this.#add('annotation-without-appearance', page);
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

function merge(contents: Contents, part: Contents): void {
  contents.fonts ||= part.fonts;
  contents.images ||= part.images;
  contents.unembedded ||= part.unembedded;
}

function dictIn(dict: PDFDict | undefined, name: string): PDFDict | undefined {
  const value = dict?.lookup(key(name));
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
