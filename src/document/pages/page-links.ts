import { isUnseen } from '../checks/check-page.ts';
import { type PageArea, placeOver } from './canvas-size.ts';
import type { PageSource } from '../pdf/page-source.ts';
import { findDestination, type Destination } from '../links/destination.ts';
import type { PDFDocumentProxy, PDFPageProxy } from '../pdf/pdfjs.ts';

/** A link of a page, to a web address or to a destination in the same file. */
export interface PageLink {
  /** Its label: the text under it, if there is any. */
  readonly name: string;
  readonly target: { readonly url: string } | { readonly destination: Destination };
  /** Its rectangle, as fractions of the rotated page. */
  readonly area: PageArea;
}

/** Maximum number of links on a page. */
const MOST_LINKS = 500;

/** The fields of pdf.js's link annotations that are used here; never `unsafeUrl`. */
interface LinkAnnotation {
  readonly subtype?: unknown;
  readonly rect?: unknown;
  readonly annotationFlags?: unknown;
  readonly url?: unknown;
  readonly dest?: unknown;
  readonly overlaidText?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
}

/** The links that may be followed: http and https, and those within the file. Other actions are ignored. */
export async function readLinks(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<readonly PageLink[]> {
  const annotations: readonly LinkAnnotation[] = await page.getAnnotations();
  const links = annotations.filter(one => one.subtype === 'Link' && !isUnseen(one)).slice(0, MOST_LINKS);
  const read = await Promise.all(links.map(link => readLink(pdf, page, link)));
  return read.filter(link => link !== undefined);
}

async function readLink(
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
  { rect, url, dest, overlaidText, contentsObj }: LinkAnnotation,
): Promise<PageLink | undefined> {
  const area = areaOf(page, rect);
  if (area === undefined) return undefined;
  const name = textOf(contentsObj?.str) || textOf(overlaidText);
  const address = webAddress(url);
  if (address !== undefined) return { name: name || address, target: { url: address }, area };
  if (dest === undefined || dest === null) return undefined;
  const destination = await findDestination(pdf, dest);
  return destination && { name, target: { destination }, area };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '';
}

/** The normalised address; `undefined` for anything but http and https. */
function webAddress(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined;
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'http:' || protocol === 'https:' ? href : undefined;
  } catch {
    return undefined;
  }
}

/** A rectangle of the file as fractions of the rotated page; `undefined` if it is invalid. */
function areaOf(page: PDFPageProxy, rect: unknown): PageArea | undefined {
  if (!Array.isArray(rect) || !rect.every(side => typeof side === 'number')) return undefined;
  const [left = 0, bottom = 0, right = 0, top = 0]: readonly number[] = rect;
  const viewport = page.getViewport({ scale: 1 });
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom);
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top);
  const area = {
    left: Math.min(x1, x2) / viewport.width,
    top: Math.min(y1, y2) / viewport.height,
    width: Math.abs(x1 - x2) / viewport.width,
    height: Math.abs(y1 - y2) / viewport.height,
  };
  return area.width > 0 && area.height > 0 ? area : undefined;
}

/** What links need from the viewer. */
export interface LinkDestinations {
  readonly source: PageSource;
  /** The label of a link to a page of the file. */
  readonly pageLabel: (page: number) => string;
  readonly goTo: (destination: Destination) => void;
}

/** Creates the elements of links, for a layer over the page's picture. */
export function linkElements(
  links: readonly PageLink[],
  pageLabel: LinkDestinations['pageLabel'],
  goTo: LinkDestinations['goTo'],
): readonly HTMLElement[] {
  return links.map(({ name, target, area }) => {
    const element = 'url' in target ? linkToWeb(target.url) : linkToPage(target.destination, goTo);
    const where = 'url' in target ? target.url : pageLabel(target.destination.page);
    element.className = 'link';
    element.setAttribute('aria-label', name || where);
    element.title = where;
    placeOver(element, area, { width: 1, height: 1 });
    return element;
  });
}

function linkToWeb(url: string): HTMLElement {
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.referrerPolicy = 'no-referrer';
  return link;
}

/** A button, because following a `#` address would change the host page's. */
function linkToPage(destination: Destination, goTo: LinkDestinations['goTo']): HTMLElement {
  const link = document.createElement('button');
  link.type = 'button';
  link.addEventListener('click', () => goTo(destination));
  return link;
}
