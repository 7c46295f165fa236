import { PDFArray, PDFName, PDFRef, type PDFDict, type PDFObject } from '@cantoo/pdf-lib';
import { joined } from '../bytes.ts';
import {
  dictionaryIn,
  dictionaryOf,
  entriesIn,
  nameOf,
  numberOf,
  numbersIn,
  valueIn,
} from '../pdf/document.ts';
import {
  contentsOf,
  isStream,
  operationsIn,
  UnreadableContentError,
  type Operand,
} from './content-stream.ts';
import { fontWidths, type FontWidths } from './font-widths.ts';
import type { FormField } from './form-fields.ts';
import type { Revision } from './revision.ts';

/** Left, bottom, right, top, in the page's own units. */
type Box = readonly [number, number, number, number];
/** As PDF writes it (ISO 32000-2, 8.3.3). */
type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const HIDDEN = 2;
/** NoZoom and NoRotate: such an annotation is not where its rectangle says. */
const UNFIXED = 8 | 16;
const EVERYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity];

/**
 * Numbers of the pages where widgets have an area that meets a text, an image or another annotation's look, as the
 * page was before. What can't be told counts as met; lines and boxes don't.
 * @param widgets by object number
 */
export function coveredPages(
  before: Revision,
  after: Revision,
  widgets: ReadonlyMap<number, FormField>,
): number[] {
  if (widgets.size === 0) return [];
  const [pages, shown] = [[...before.pages.values()], [...after.pages.values()]];
  return shown.flatMap((page, index) => {
    const own = entriesIn(after, page, 'Annots').flatMap(entry =>
      entry instanceof PDFRef ? (widgets.get(entry.objectNumber)?.dict ?? []) : [],
    );
    const areas = own.map(widget => areaOf(after, widget)).filter(area => area !== undefined);
    const old = pages[index];
    if (areas.length === 0) return [];
    return old === undefined || areas.some(area => meetsContent(before, old, area, widgets))
      ? [index + 1]
      : [];
  });
}

/** Undefined where nothing is seen of it. */
function areaOf(revision: Revision, annotation: PDFDict): Box | undefined {
  const flags = numberOf(valueIn(revision, annotation, 'F')) ?? 0;
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersIn(revision, annotation, 'Rect');
  if ((flags & HIDDEN) !== 0 || left === right || bottom === top) return undefined;
  if ((flags & UNFIXED) !== 0 || [left, bottom, right, top].some(Number.isNaN)) return EVERYWHERE;
  return [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)];
}

function meetsContent(
  revision: Revision,
  page: PDFDict,
  area: Box,
  widgets: ReadonlyMap<number, FormField>,
): boolean {
  const others = entriesIn(revision, page, 'Annots').filter(
    entry => !(entry instanceof PDFRef && widgets.has(entry.objectNumber)),
  );
  for (const other of others) {
    const annotation = dictionaryOf(revision.resolve(other));
    const own = annotation?.has(PDFName.of('AP')) === true ? areaOf(revision, annotation) : undefined;
    if (own !== undefined && meets(own, area)) return true;
  }
  try {
    const contents = valueIn(revision, page, 'Contents');
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
    const data = parts.flatMap(part => [contentsOf(revision, part), Uint8Array.of(10)]);
    return new Drawing(revision, area).meets(data, inheritedResources(revision, page), IDENTITY, 0);
  } catch (error) {
    if (error instanceof UnreadableContentError) return true;
    throw error;
  }
}

function inheritedResources(revision: Revision, page: PDFDict): PDFDict | undefined {
  let node: PDFDict | undefined = page;
  for (let depth = 0; node !== undefined && depth < 32; depth += 1) {
    const own = dictionaryIn(revision, node, 'Resources');
    if (own !== undefined) return own;
    node = dictionaryIn(revision, node, 'Parent');
  }
  return undefined;
}

const meets = (one: Box, other: Box): boolean =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

interface State {
  ctm: Matrix;
  font: FontWidths | undefined;
  size: number;
  charSpace: number;
  wordSpace: number;
  scale: number;
  leading: number;
  rise: number;
  /** The colour is a pattern, which may draw anything. */
  pattern: boolean;
}

const START = {
  font: undefined,
  size: 0,
  charSpace: 0,
  wordSpace: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  pattern: false,
};

/** What operators make of the state. */
const SETTERS: Readonly<
  Record<string, (state: State, numbers: readonly number[], isPattern: boolean) => unknown>
> = {
  cm: (state, numbers) => (state.ctm = product(matrixOf(numbers), state.ctm)),
  Tf: (state, [size = 0]) => (state.size = size),
  Tc: (state, [space = 0]) => (state.charSpace = space),
  Tw: (state, [space = 0]) => (state.wordSpace = space),
  '"': (state, [words = 0, characters = 0]) => {
    [state.wordSpace, state.charSpace] = [words, characters];
  },
  Tz: (state, [scale = 100]) => (state.scale = scale / 100),
  TL: (state, [leading = 0]) => (state.leading = leading),
  TD: (state, [, down = 0]) => (state.leading = -down),
  Ts: (state, [rise = 0]) => (state.rise = rise),
  scn: (state, _, isPattern) => (state.pattern ||= isPattern),
  SCN: (state, _, isPattern) => (state.pattern ||= isPattern),
};

const SHOWING = /^(?:Tj|TJ|'|")$/;
const PAINTING = /^(?:[fFn]|[sSbBf]\*?)$/;

/** All that a page may draw, forms within forms included. */
const MOST_OPERATIONS = 500_000;
const DEEPEST_FORM = 8;
/** More, or curves, may be letters. */
const MOST_LINES = 8;

/** Goes through a content stream, with every text at least as large as it is. */
class Drawing {
  readonly #revision: Revision;
  readonly #area: Box;
  #left = MOST_OPERATIONS;

  constructor(revision: Revision, area: Box) {
    this.#revision = revision;
    this.#area = area;
  }

  /** @throws UnreadableContentError where it can't be told */
  meets(data: readonly Uint8Array[], resources: PDFDict | undefined, matrix: Matrix, depth: number): boolean {
    let state: State = { ...START, ctm: matrix };
    const saved: State[] = [];
    const text = new TextPosition();
    const path = new Path();
    for (const { operator, operands } of operationsIn(joined(data))) {
      if ((this.#left -= 1) < 0) throw new UnreadableContentError('Too much is drawn.');
      const numbers = operands.filter(operand => typeof operand === 'number');
      const isPattern = operands.some(operand => typeof operand === 'string');
      SETTERS[operator]?.(state, numbers, isPattern);
      text.apply(operator, numbers, state);
      path.add(operator, numbers, state.ctm);
      if (operator === 'q') saved.push({ ...state });
      else if (operator === 'Q') state = saved.pop() ?? state;
      else if (operator === 'sh') throw new UnreadableContentError('A shading fills what was cut out.');
      else if (operator === 'gs') this.#assertPlainState(resources, operands[0]);
      else if (operator === 'Tf') state.font = this.#font(resources, operands[0]);
      else if (operator === 'Do') {
        if (this.#drawsOver(resources, operands[0], state.ctm, depth)) return true;
      } else if (SHOWING.test(operator)) {
        if (this.#isMet(text.show(operands, state), product(text.line, state.ctm))) return true;
      } else if (PAINTING.test(operator)) {
        const isDrawn = operator !== 'n' && (path.isComplex || state.pattern);
        if (isDrawn && meets(path.box, this.#area)) return true;
        path.clear();
      }
    }
    return false;
  }

  #isMet(box: Box, matrix: Matrix): boolean {
    return box[0] < box[2] && meets(boxOf(cornersOf(box).map(point => moved(point, matrix))), this.#area);
  }

  #drawsOver(resources: PDFDict | undefined, name: Operand | undefined, ctm: Matrix, depth: number): boolean {
    const found = this.#resource(resources, 'XObject', name);
    if (found === undefined) return false;
    if (!isStream(found)) throw new UnreadableContentError('No stream.');
    if (nameOf(valueIn(this.#revision, found.dict, 'Subtype')) !== 'Form')
      return this.#isMet([0, 0, 1, 1], ctm);
    if (depth >= DEEPEST_FORM) throw new UnreadableContentError('Forms within forms.');
    const own = numbersIn(this.#revision, found.dict, 'Matrix');
    const matrix = product(own.length === 6 ? matrixOf(own) : IDENTITY, ctm);
    const inner = dictionaryIn(this.#revision, found.dict, 'Resources') ?? resources;
    return this.meets([contentsOf(this.#revision, found)], inner, matrix, depth + 1);
  }

  /** A state may set a font, or a mask that hides and shows. */
  #assertPlainState(resources: PDFDict | undefined, name: Operand | undefined): void {
    const state = dictionaryOf(this.#resource(resources, 'ExtGState', name));
    if (state?.has(PDFName.of('Font')) === true) throw new UnreadableContentError('A font of a state.');
  }

  #font(resources: PDFDict | undefined, name: Operand | undefined): FontWidths {
    return fontWidths(this.#revision, dictionaryOf(this.#resource(resources, 'Font', name)));
  }

  #resource(resources: PDFDict | undefined, kind: string, name: Operand | undefined): PDFObject | undefined {
    if (typeof name !== 'string') throw new UnreadableContentError('A resource without a name.');
    return valueIn(this.#revision, dictionaryIn(this.#revision, resources, kind), decodedName(name));
  }
}

/** Of a slash and what follows, with escapes. */
function decodedName(name: string): string {
  return PDFName.of(name.slice(1)).decodeText();
}

/** Where a text stands, from the beginning of its line on: what is nearer is not told apart. */
class TextPosition {
  line: Matrix = IDENTITY;
  #from = 0;
  #to = 0;

  apply(operator: string, numbers: readonly number[], { leading }: State): void {
    const [x = 0, y = 0] = numbers;
    if (operator === 'BT') this.#set(IDENTITY);
    else if (operator === 'Tm') this.#set(matrixOf(numbers));
    else if (operator === 'Td' || operator === 'TD') this.#move(x, y);
    else if (/^(?:T\*|'|")$/.test(operator)) this.#move(0, -leading);
  }

  #set(matrix: Matrix): void {
    this.line = matrix;
    [this.#from, this.#to] = [0, 0];
  }

  #move(x: number, y: number): void {
    this.#set(product([1, 0, 0, 1, x, y], this.line));
  }

  /** @returns the box of the line so far, in its own units */
  show(operands: readonly Operand[], { font, size, charSpace, wordSpace, scale, rise }: State): Box {
    if (font === undefined) throw new UnreadableContentError('A text without a font.');
    const height = Math.abs(size);
    const walk = (operand: Operand): void => {
      if (operand instanceof Uint8Array) {
        const { width, count } = font(operand);
        const spaces = count * (Math.max(0, charSpace) + Math.max(0, wordSpace));
        this.#to += (width * height + spaces) * Math.abs(scale);
        this.#from -= count * (Math.max(0, -charSpace) + Math.max(0, -wordSpace)) * Math.abs(scale);
      } else if (typeof operand === 'object') operand.forEach(walk);
    };
    for (const operand of operands) {
      if (!Array.isArray(operand)) walk(operand);
      else for (const part of operand) this.#adjust(part, height * scale, walk);
    }
    const [from, to] = size * scale < 0 ? [-this.#to, -this.#from] : [this.#from, this.#to];
    return [from, rise - 1.1 * height, to, rise + 1.1 * height];
  }

  #adjust(part: Operand, unit: number, walk: (operand: Operand) => void): void {
    if (typeof part !== 'number') return walk(part);
    const shift = (-part / 1000) * Math.abs(unit);
    if (shift > 0) this.#to += shift;
    else this.#from += shift;
  }
}

class Path {
  #points: (readonly [number, number])[] = [];
  #lines = 0;

  get isComplex(): boolean {
    return this.#lines > MOST_LINES;
  }

  get box(): Box {
    return this.#points.length === 0 ? [0, 0, 0, 0] : boxOf(this.#points);
  }

  clear(): void {
    this.#points = [];
    this.#lines = 0;
  }

  add(operator: string, numbers: readonly number[], ctm: Matrix): void {
    const [x = 0, y = 0, width = 0, height = 0] = numbers;
    if (operator === 're') {
      this.#points.push(...cornersOf([x, y, x + width, y + height]).map(point => moved(point, ctm)));
      this.#lines += 1;
    } else if (/^[mlcvy]$/.test(operator)) {
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        this.#points.push(moved([numbers[at] ?? 0, numbers[at + 1] ?? 0], ctm));
      }
      this.#lines += operator === 'l' ? 1 : operator === 'm' ? 0 : MOST_LINES + 1;
    }
  }
}

function matrixOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  return [a, b, c, d, e, f];
}

/** One after the other: what is in the first one's units is in the second one's then. */
function product(one: Matrix, other: Matrix): Matrix {
  const [e, f] = moved([one[4], one[5]], other);
  const turned = [...linear([one[0], one[1]], other), ...linear([one[2], one[3]], other)] as const;
  return [...turned, e, f];
}

function linear([x, y]: readonly [number, number], [a, b, c, d]: Matrix): readonly [number, number] {
  return [a * x + c * y, b * x + d * y];
}

function moved(point: readonly [number, number], matrix: Matrix): readonly [number, number] {
  const [x, y] = linear(point, matrix);
  return [x + matrix[4], y + matrix[5]];
}

function cornersOf([left, bottom, right, top]: Box): (readonly [number, number])[] {
  return [
    [left, bottom],
    [left, top],
    [right, bottom],
    [right, top],
  ];
}

function boxOf(points: readonly (readonly [number, number])[]): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return [left, bottom, right, top];
}
