/**
 * The script of the pages in hostile-host.full.browser.test.ts: a host page of a kind, named by `data-host`, in which a
 * pane shows documents.
 */
import { addHostileStyles } from './hostile-styles.ts';
import { patchBuiltIns, polluteObjects } from './hostile-prototypes.ts';
import { SecondPdfjs } from './second-pdfjs.ts';
import type { Shown } from './shown-documents.ts';

export interface HostReport {
  readonly shown: readonly Shown[];
  /** Whether the host's own pdf.js draws as before and has its global; `undefined` without one. */
  readonly secondWorks?: boolean;
  /** The host page's fonts, children of its body, globals of pdf.js and what it has of built-ins: before and after. */
  readonly footprints: readonly [string, string];
}

declare global {
  interface Window {
    hostReport?: Promise<HostReport>;
    /** Of the page around: made once, because a browser does not code a picture into the same JPEG each time. */
    hostedFiles?: readonly Uint8Array<ArrayBuffer>[];
  }
}

window.hostReport = report(document.documentElement.dataset['host'] ?? '');

async function report(kind: string): Promise<HostReport> {
  if (kind === 'styles') addHostileStyles();
  if (kind === 'prototypes') patchBuiltIns();
  if (kind === 'objects') polluteObjects();
  const second = kind === 'second pdf.js' ? await SecondPdfjs.start() : undefined;
  const files = (parent.hostedFiles ?? []).map(file => new Uint8Array(file));
  const [own] = files;
  const before = own === undefined ? undefined : await second?.picture(own);
  const footprint = footprintNow();
  // Only now: everything of ours is loaded into the host page as it is.
  const { shownDocuments } = await import('./shown-documents.ts');
  const shown = await shownDocuments(files);
  const after = own === undefined ? undefined : await second?.picture(own);
  return {
    shown,
    footprints: [footprint, footprintNow()],
    ...(second === undefined ? {} : { secondWorks: second.untouched && same(before, after) }),
  };
}

function footprintNow(): string {
  const globals = Object.getOwnPropertyNames(globalThis).filter(name => name.startsWith('pdfjs'));
  const everywhere = Object.keys(Object.prototype);
  return [
    `${document.fonts.size} fonts, ${document.body.childElementCount} in the body, ${globals.join()}`,
    `stacks of ${String(Reflect.get(Error, 'stackTraceLimit'))}, every object has ${everywhere.join()}`,
  ].join('; ');
}

function same(one: ImageData | undefined, other: ImageData | undefined): boolean {
  return one !== undefined && one.data.every((value, at) => value === other?.data[at]);
}
