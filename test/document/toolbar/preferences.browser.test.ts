import { expect } from '@open-wc/testing';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { emulateMedia } from '../../support/runner-page.ts';
import { field, part, parts, position, shownPane, tool, until } from '../shown-pane.ts';
import { contentsPdf } from '../links/contents-pdf.ts';

/** What a control needs to be told from what it lies on (WCAG 2.2, 1.4.11). */
const LEAST_CONTRAST = 3;

function channels(color: string): readonly number[] {
  return (color.match(/[\d.]+/g) ?? []).map(Number);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map(channel => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** What an element lies on: the nearest background, through shadow trees. */
function ground(element: Element): string {
  const { backgroundColor } = getComputedStyle(element);
  if ((channels(backgroundColor)[3] ?? 1) > 0) return backgroundColor;
  const root = element.getRootNode();
  const around = element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  return around === null ? 'rgb(255, 255, 255)' : ground(around);
}

function isSeen(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && element.closest('.visually-hidden') === null;
}

/** Controls whose sign (words or icon) can't be told from what they lie on. */
function faint(pane: DocumentPane): string[] {
  return parts(pane, 'button, a[href], input')
    .filter(isSeen)
    .filter(control => contrast(getComputedStyle(control).color, ground(control)) < LEAST_CONTRAST)
    .map(control => (control.ariaLabel || control.getAttribute('title')) ?? control.textContent.trim());
}

/** Opens all that the viewer has: contents, find with a place found, “more”. */
async function openAll(pane: DocumentPane): Promise<void> {
  await until(() => parts(pane, 'button[title=Contents]').length > 0, 'contents known');
  tool(pane, 'Find in the document').click();
  await until(() => parts(pane, '.query input').length > 0, 'find open');
  field(pane, '.query input').value = 'page 1';
  field(pane, '.query input').dispatchEvent(new Event('input'));
  await until(() => parts(pane, '.count').some(({ textContent }) => textContent.includes('of')), 'found');
  tool(pane, 'More tools').click();
  await until(() => parts(pane, '.item').length > 0, 'more open');
}

/** Of all that is rendered in the pane, what would move by itself. */
function moving(pane: DocumentPane): string[] {
  return parts(pane, '*')
    .filter(element => {
      const { animationName, scrollBehavior, transitionDuration } = getComputedStyle(element);
      const changes = transitionDuration.split(',').some(time => Number.parseFloat(time) > 0);
      return animationName !== 'none' || scrollBehavior !== 'auto' || changes;
    })
    .map(({ localName, className }) => `${localName}.${className}`);
}

describe('the viewer in forced colours', () => {
  afterEach(() => emulateMedia({}));

  for (const width of [360, 800]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`keeps every control visible, ${width} px, ${colorScheme}`, async function () {
        if (!(await emulateMedia({ forcedColors: 'active', colorScheme }))) return this.skip();
        const pane = await shownPane(contentsPdf(), { width });
        await openAll(pane);
        expect(matchMedia('(forced-colors: active)').matches).to.equal(true);
        expect(parts(pane, 'button').filter(isSeen).length).to.be.greaterThan(8);
        expect(faint(pane)).to.deep.equal([]);
      });
    }
  }

  it('keeps fields framed, and paper as it is', async function () {
    if (!(await emulateMedia({ forcedColors: 'active', colorScheme: 'dark' }))) return this.skip();
    const pane = await shownPane(contentsPdf(), { width: 800 });
    await openAll(pane);
    for (const input of parts(pane, 'input').filter(isSeen)) {
      const { borderTopColor, borderTopWidth } = getComputedStyle(input);
      expect(Number.parseFloat(borderTopWidth), input.id).to.be.greaterThan(0);
      expect(contrast(borderTopColor, ground(input)), input.id).to.be.at.least(LEAST_CONTRAST);
    }
    // The pages are what is signed: their colours are not for the browser to change.
    expect(getComputedStyle(part(pane, '.sheet.page')).backgroundColor).to.equal('rgb(255, 255, 255)');
  });
});

describe('the viewer with less motion', () => {
  afterEach(() => emulateMedia({}));

  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    it(`moves nothing by itself and jumps at once (${reducedMotion})`, async function () {
      if (!(await emulateMedia({ reducedMotion }))) return this.skip();
      const pane = await shownPane(contentsPdf(), { width: 800 });
      await openAll(pane);
      if (reducedMotion === 'reduce') expect(moving(pane)).to.deep.equal([]);
      const scroller = part(pane, '.scroller');
      const before = scroller.scrollTop;
      field(pane, '#page').value = '9';
      field(pane, '#page').form?.requestSubmit();
      expect(scroller.scrollTop).to.be.greaterThan(before + 1000);
      await until(() => position(pane) === 'Page 9 of 12');
    });
  }
});
