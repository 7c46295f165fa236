import { PDFArray, PDFName, PDFRef } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import type { Revision } from './revision.ts';

/** Of the catalog: what says something of the document and shows nothing. */
const SILENT_KEYS = ['Metadata', 'DSS'];

/**
 * What a document's objects are for, by their numbers. An object may have several uses, and a hostile file gives what
 * is drawn harmless ones, too. Each is looked for once, and only where it is asked for.
 */
export class RevisionUses {
  readonly #revision: Revision;
  #drawn: ReadonlySet<number> | undefined;
  #spokenOf: ReadonlySet<number> | undefined;
  #stored: ReadonlySet<number> | undefined;
  #looks: ReadonlySet<number> | undefined;
  #annotationLists: ReadonlyMap<number, number> | undefined;
  #annotations: ReadonlySet<number> | undefined;

  constructor(revision: Revision) {
    this.#revision = revision;
  }

  /** What pages are made of, with what they inherit and which layers are seen, but for their annotations. */
  get drawn(): ReadonlySet<number> {
    return (this.#drawn ??= this.#findDrawn());
  }

  /** What the catalog leads to, but for the document's description and its data for validation. */
  get spokenOf(): ReadonlySet<number> {
    const { catalog } = this.#revision;
    return (this.#spokenOf ??= this.#revision.reachable(
      [catalog],
      (dict, key) => dict === catalog && SILENT_KEYS.includes(key),
    ));
  }

  /** Data for validation. */
  get stored(): ReadonlySet<number> {
    return (this.#stored ??= this.#revision.reachable(this.#inCatalog('DSS')));
  }

  /** What fields look like. */
  get looks(): ReadonlySet<number> {
    const fields = [...this.#revision.fields.values()];
    return (this.#looks ??= this.#revision.reachable(
      fields.flatMap(({ dict }) => dict.get(PDFName.of('AP')) ?? []),
    ));
  }

  /** Lists of annotations that stand by themselves, with their pages. */
  get annotationLists(): ReadonlyMap<number, number> {
    return (this.#annotationLists ??= new Map(
      [...this.#revision.pages].flatMap(([page, dict]) => {
        const list = dict.get(PDFName.of('Annots'));
        return list instanceof PDFRef ? [[list.objectNumber, page] as const] : [];
      }),
    ));
  }

  get annotations(): ReadonlySet<number> {
    return (this.#annotations ??= new Set(
      [...this.#revision.pages.values()].flatMap(page => {
        const list = this.#revision.resolve(page.get(PDFName.of('Annots')));
        const entries = list instanceof PDFArray ? list.asArray() : [];
        return entries.flatMap(entry => (entry instanceof PDFRef ? [entry.objectNumber] : []));
      }),
    ));
  }

  /** Only a page's own list is left out: a picture may have the same name among resources. */
  #findDrawn(): ReadonlySet<number> {
    const pages = new Set(this.#revision.pages.values());
    return this.#revision.reachable(
      [...this.#inCatalog('Pages'), ...this.#inCatalog('OCProperties')],
      (dict, key) => key === 'Annots' && pages.has(dict),
    );
  }

  #inCatalog(key: string): PDFObject[] {
    const value = this.#revision.catalog.get(PDFName.of(key));
    return value === undefined ? [] : [value];
  }
}
