import { PDFName, type PDFDict, type PDFObject } from '@cantoo/pdf-lib';
import { joined } from '../bytes.ts';
import { dictionaryIn, dictionaryOf, nameOf, numbersIn, valueIn } from '../pdf/document.ts';
import {
  contentsOf,
  isStream,
  operationsIn,
  UnreadableContentError,
  type Operand,
} from './content-stream.ts';
import { fontWidths, type FontWidths } from './font-widths.ts';
import {
  boxOf,
  cornersOf,
  IDENTITY,
  matrixOf,
  meets,
  moved,
  product,
  type Box,
  type Matrix,
} from './geometry.ts';
import type { Revision } from './revision.ts';

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

/** What an operator makes of the state. */
type Setter = (state: State, numbers: readonly number[], isPattern: boolean) => unknown;
const SETTERS: ReadonlyMap<string, Setter> = new Map(
  Object.entries<Setter>({
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
  }),
);

const SHOWING = /^(?:Tj|TJ|'|")$/;
const PAINTING = /^(?:[fFn]|[sSbBf]\*?)$/;

/** All that a page may draw, forms within forms included. */
const MOST_OPERATIONS = 500_000;
const DEEPEST_FORM = 8;
/** More, or curves, may be letters. */
const MOST_LINES = 8;

/** Goes through a content stream, with every text at least as large as it is. */
export class Drawing {
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
      SETTERS.get(operator)?.(state, numbers, isPattern);
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
