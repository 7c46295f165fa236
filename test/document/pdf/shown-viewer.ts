import { assetSource } from '../../../src/assets/asset-source.ts';
import { fixture, waitUntil } from '@open-wc/testing';
import { html } from 'lit';
import {
  PdfViewer,
  type DocumentWarning,
  type FindState,
  type ListState,
  type WarningPages,
} from '../../../src/document/controller/pdf-viewer.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

export interface ViewerSetting {
  readonly width?: number;
  readonly height?: number;
  /** The answers to “what is the password?”, one after the other; without one more it is given up. */
  readonly passwords?: readonly string[];
}

/** A viewer on a surface of its own, and all that it has said so far. */
export interface ShownViewer {
  readonly viewer: PdfViewer;
  readonly scroller: HTMLElement;
  readonly pages: HTMLElement;
  state: ListState | undefined;
  warnings: readonly DocumentWarning[];
  warningPages: WarningPages;
  viewed: ReadonlySet<number>;
  found: FindState | undefined;
  /** For each time the password was asked for, whether the one before was wrong. */
  readonly asked: boolean[];
}

const STYLES = `
  .scroller { box-sizing: border-box; height: 100%; overflow-x: auto; overflow-y: scroll; position: relative; }
  .scroller.fitted { overflow-x: hidden; }
  .pages { align-items: center; box-sizing: border-box; display: flex; flex-direction: column; gap: 12px;
    min-width: 100%; padding: 12px; width: max-content; }
  .page { background: #fff; flex: none; overflow: hidden; position: relative; }
  .page canvas { display: block; height: 100%; left: 0; position: absolute; top: 0; width: 100%; }
`;

const open: PdfViewer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(viewer => viewer.close()));
});

/** A viewer that shows nothing yet; it is closed after the test. */
export async function newViewer({
  width = 480,
  height = 500,
  passwords = [],
}: ViewerSetting = {}): Promise<ShownViewer> {
  const frame = await fixture<HTMLElement>(html`<div></div>`);
  frame.style.width = `${width}px`;
  frame.style.height = `${height}px`;
  const root = frame.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];
  const scroller = document.createElement('div');
  scroller.className = 'scroller';
  scroller.tabIndex = 0;
  const pages = document.createElement('div');
  pages.className = 'pages';
  scroller.append(pages);
  root.append(scroller);
  const asked: boolean[] = [];
  const viewer = new PdfViewer({
    surface: { scroller, pages },
    assets: assetSource(undefined),
    labels: {
      pageLabel: page => `Page ${page}`,
      pagePending: 'Not drawn yet',
      pageFailed: page => `Page ${page} failed`,
    },
    onChange: state => (shown.state = state),
    onPainted: () => undefined,
    onWarnings: (warnings, about) => {
      shown.warnings = warnings;
      shown.warningPages = about;
    },
    onViewed: viewed => (shown.viewed = viewed),
    onFind: found => (shown.found = found),
    askPassword: async wrong => {
      asked.push(wrong);
      const password = passwords[asked.length - 1];
      if (password === undefined) throw new Error('Given up.');
      return password;
    },
  });
  open.push(viewer);
  const shown: ShownViewer = {
    viewer,
    scroller,
    pages,
    asked,
    state: undefined,
    warnings: [],
    warningPages: new Map(),
    viewed: new Set(),
    found: undefined,
  };
  return shown;
}

/** A viewer whose first page is painted. */
export async function shownViewer(
  bytes: Uint8Array<ArrayBuffer>,
  setting?: ViewerSetting,
): Promise<ShownViewer> {
  const shown = await newViewer(setting);
  await shown.viewer.show(bytes);
  return shown;
}

/** Waits for a state; long enough for a machine that does other things as well. */
export function until(holds: () => boolean, what?: string): Promise<void> {
  return waitUntil(holds, what, { timeout: PATIENCE_MS, interval: 20 });
}

/** The box of a page, by index. */
export function pageBox({ pages }: ShownViewer, index: number): HTMLElement {
  const box = pages.children[index];
  if (!(box instanceof HTMLElement)) throw new Error(`There is no page ${index + 1}.`);
  return box;
}

/** The words laid over a page. */
export function wordsOn(shown: ShownViewer, index: number): string {
  return pageBox(shown, index).querySelector('.text-layer')?.textContent ?? '';
}
