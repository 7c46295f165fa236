import { expect } from '@open-wc/testing';
import { MountedSession } from '../support/mounted-session.ts';
import { ScriptedService } from '../support/scripted-service.ts';

/** What is inherited, with values that a page may have above the element. */
const INHERITED: readonly (readonly [property: string, value: string])[] = [
  ['border-collapse', 'collapse'],
  ['border-spacing', '9px'],
  ['caret-color', 'rgb(255, 0, 0)'],
  ['color', 'rgb(255, 0, 0)'],
  ['cursor', 'wait'],
  ['direction', 'rtl'],
  ['font', 'italic small-caps 900 condensed 9px/3 fantasy'],
  ['font-feature-settings', '"zero"'],
  ['font-kerning', 'none'],
  ['font-variant-numeric', 'slashed-zero'],
  ['hyphens', 'auto'],
  ['letter-spacing', '5px'],
  ['line-break', 'anywhere'],
  ['list-style', 'square inside'],
  ['overflow-wrap', 'anywhere'],
  ['paint-order', 'stroke'],
  ['quotes', 'none'],
  ['tab-size', '2'],
  ['text-align', 'right'],
  ['text-align-last', 'right'],
  ['text-combine-upright', 'all'],
  ['text-emphasis', 'dot'],
  ['text-indent', '60px'],
  ['text-orientation', 'upright'],
  ['text-rendering', 'geometricPrecision'],
  ['text-shadow', 'rgb(255, 0, 0) 2px 2px 0px'],
  ['text-transform', 'uppercase'],
  ['text-underline-offset', '9px'],
  ['text-wrap', 'nowrap'],
  ['white-space', 'nowrap'],
  ['white-space', 'pre-wrap'],
  ['word-break', 'break-all'],
  ['word-spacing', '20px'],
  ['writing-mode', 'vertical-rl'],
  ['-webkit-font-smoothing', 'antialiased'],
  ['-webkit-text-fill-color', 'transparent'],
  ['-webkit-text-stroke', '2px rgb(255, 0, 0)'],
];

let service: ScriptedService;
let signer: MountedSession;
let page: HTMLElement;

/** All elements of the widget, those in nested shadow trees too. */
function elementsIn(root: ParentNode): readonly Element[] {
  return [...root.querySelectorAll('*')].flatMap(element => [
    element,
    ...(element.shadowRoot === null ? [] : elementsIn(element.shadowRoot)),
  ]);
}

/** Where everything is, from the frame's corner, and which text is selectable. */
function boxes(): readonly string[] {
  const { left, top } = signer.root.querySelector('.frame')?.getBoundingClientRect() ?? new DOMRect();
  return elementsIn(signer.root).map(element => {
    const box = element.getBoundingClientRect();
    // What is not rendered has no place.
    if (box.width === 0 && box.height === 0) return element.localName;
    const place = [box.left - left, box.top - top, box.width, box.height].map(Math.round);
    return `${element.localName}.${element.className} ${place.join(' ')} ${getComputedStyle(element).userSelect}`;
  });
}

/** The longhands of a property, as the elements have them. */
function valuesOf(property: string): readonly string[] {
  const probe = document.createElement('div');
  probe.style.setProperty(property, 'inherit');
  const longhands = [...probe.style];
  return elementsIn(signer.root).map(element => {
    const style = getComputedStyle(element);
    return longhands.map(name => style.getPropertyValue(name)).join();
  });
}

describe('styles that the page has above the element', () => {
  before(async () => {
    service = await new ScriptedService().start({ locale: 'pt-BR' });
    page = document.createElement('div');
    document.body.append(page);
    signer = MountedSession.mount(service, { locale: 'pt-BR' }, page);
    signer.element.style.width = '1000px';
    await signer.readyToSign();
  });

  after(() => {
    page.remove();
    service.stop();
  });

  afterEach(() => {
    page.removeAttribute('style');
    document.documentElement.removeAttribute('style');
    document.querySelector('style.of-the-page')?.remove();
  });

  for (const [property, value] of INHERITED) {
    it(`do not reach it: ${property}: ${value}`, function () {
      // Firefox has some of them on the Mac alone.
      if (!CSS.supports(property, value)) return this.skip();
      const [before, values] = [boxes(), valuesOf(property)];
      page.style.setProperty(property, value);
      expect(page.style.getPropertyValue(property)).not.to.equal('');
      expect(boxes()).to.deep.equal(before);
      expect(valuesOf(property)).to.deep.equal(values);
    });
  }

  it('do not reach it by a rule for the host either', () => {
    const before = boxes();
    const style = document.createElement('style');
    style.className = 'of-the-page';
    style.textContent = `sign-session { font-size: 40px; letter-spacing: 9px; text-indent: 50px; white-space: nowrap; direction: rtl }`;
    document.head.append(style);
    expect(boxes()).to.deep.equal(before);
  });

  for (const size of ['62.5%', '200%', '1px']) {
    it(`do not scale it: html {font-size: ${size}}`, () => {
      const before = boxes();
      document.documentElement.style.fontSize = size;
      expect(boxes()).to.deep.equal(before);
    });
  }

  it('do not keep its text from being selected', () => {
    const before = boxes();
    page.style.setProperty('-webkit-user-select', 'none');
    page.style.setProperty('user-select', 'none');
    expect(boxes()).to.deep.equal(before);
  });

  it('hide it, and keep the pointer from it, with what it is in', () => {
    const button = elementsIn(signer.root).find(element => element.matches('button.primary'));
    if (button === undefined) throw new Error('There is no button.');
    page.style.visibility = 'hidden';
    page.style.pointerEvents = 'none';
    expect(getComputedStyle(button).visibility).to.equal('hidden');
    expect(getComputedStyle(button).pointerEvents).to.equal('none');
  });

  it('leave its language’s direction in a page that is written from right to left', () => {
    const before = boxes();
    document.documentElement.dir = 'rtl';
    expect(boxes()).to.deep.equal(before);
    document.documentElement.removeAttribute('dir');
  });
});
