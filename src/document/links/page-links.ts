import { isUnseen } from '../checks/check-page.ts';
import { type PageArea, placeOver } from '../pages/canvas-size.ts';
import type { PageSource } from '../pages/page-source.ts';
import { findDestination, type Destination } from './destination.ts';
import type { PDFDocumentProxy, PDFPageProxy } from '../pdf/pdfjs.ts';

/** A link of a page: to an address of the web, or to a place of the same file. */
export interface PageLink {
  /** What it is called: the words it lies on, where there are any. */
  readonly name: string;
  readonly target: { readonly url: string } | { readonly destination: Destination };
  /** Where it lies, as shares of the page as it is turned. */
  readonly area: PageArea;
}

/** More than these on one page is no document. */
const MOST_LINKS = 500;

/** The fields of pdf.js's link annotations that are read here. `unsafeUrl` is not, ever. */
interface LinkAnnotation {
  readonly subtype?: unknown;
  readonly rect?: unknown;
  readonly annotationFlags?: unknown;
  readonly url?: unknown;
  readonly dest?: unknown;
  readonly overlaidText?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
}

/** The links that may be followed: http and https, and those within the file. No other action. */
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

/** The address in its standard form; `undefined` for anything that is not http or https. */
export function webAddress(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined;
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'http:' || protocol === 'https:' ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Where a rectangle of the file lies on the page as it is turned; `undefined` where it is none. */
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

/** What links need of the document around them. */
export interface LinkDestinations {
  readonly source: PageSource;
  /** What a link to a page of the file is called. */
  readonly pageLabel: (page: number) => string;
  readonly goTo: (destination: Destination) => void;
}

/** The elements of links, to lie over the page's picture. */
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

/** A button, because an address with `#` would change that of the host page. */
function linkToPage(destination: Destination, goTo: LinkDestinations['goTo']): HTMLElement {
  const link = document.createElement('button');
  link.type = 'button';
  link.addEventListener('click', () => goTo(destination));
  return link;
}
