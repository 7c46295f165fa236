/** A text run of pdf.js; `hasEOL`: a line ends with it. */
export interface WordRun {
  readonly str: string;
  readonly hasEOL: boolean;
}

/** The position of a character: its run, and the offset in it. */
interface RunPosition {
  readonly run: number;
  readonly offset: number;
}

/** The position of a match; `end` is just after its last character. */
export interface MatchSpan {
  readonly start: RunPosition;
  readonly end: RunPosition;
}

const MARKS = /\p{M}/gu;
const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
const SPACES = /\s+/g;

/** Removes differences that a search ignores: case, accents, ligatures. */
function fold(text: string): string {
  const letters = text.normalize('NFKD').replaceAll(MARKS, '').replaceAll(INVISIBLE, '');
  // A final sigma is another character, and whether a sigma is final depends on how the text is split into runs.
  return letters.toLowerCase().replaceAll('ς', 'σ');
}

/** The reader's query, folded like the text of a page. */
export function foldQuery(query: string): string {
  return fold(query).replaceAll(SPACES, ' ').trim();
}

/**
 * The text of a page in searchable form: folded, with one space between words, and with words joined that were
 * hyphenated at a line's end.
 */
export class FoldedText {
  readonly #pieces: string[] = [];
  /** Length of the text so far. */
  length = 0;

  get text(): string {
    return this.#pieces.join('');
  }

  add({ str, hasEOL }: WordRun): void {
    this.#push(fold(str));
    if (hasEOL) this.#endLine();
  }

  /** Adds a run letter by letter, and calls `after` with the offset of each in the run. */
  addByLetter({ str, hasEOL }: WordRun, after: (offset: number) => void): void {
    let offset = 0;
    for (const letter of str) {
      this.#push(fold(letter));
      after(offset);
      offset += letter.length;
    }
    if (hasEOL) {
      this.#endLine();
      after(offset);
    }
  }

  #push(folded: string): void {
    let piece = folded.replaceAll(SPACES, ' ');
    if (this.length === 0 || this.#last.endsWith(' ')) piece = piece.trimStart();
    if (piece === '') return;
    this.#pieces.push(piece);
    this.length += piece.length;
  }

  #endLine(): void {
    const last = this.#last;
    if (last !== '-' && /\p{L}-$/u.test(last)) this.#replaceLast(last.slice(0, -1));
    else if (last === '-' && /\p{L}$/u.test(this.#pieces.at(-2) ?? '')) this.#replaceLast('');
    else this.#push(' ');
  }

  get #last(): string {
    return this.#pieces.at(-1) ?? '';
  }

  #replaceLast(piece: string): void {
    this.length += piece.length - this.#last.length;
    this.#pieces.pop();
    if (piece !== '') this.#pieces.push(piece);
  }
}

/** The offsets of `query` in `text`, both folded, without overlaps. */
export function findIn(text: string, query: string): readonly number[] {
  const found: number[] = [];
  if (query === '') return found;
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) found.push(at);
  return found;
}

/** The positions of all matches of a folded query in the runs of a page. */
export function locateMatches(runs: readonly WordRun[], query: string): readonly MatchSpan[] {
  const places: RunPosition[] = [];
  const folded = new FoldedText();
  runs.forEach((words, run) => {
    folded.addByLetter(words, offset => {
      places.length = Math.min(places.length, folded.length);
      while (places.length < folded.length) places.push({ run, offset });
    });
  });
  return findIn(folded.text, query).flatMap(at => {
    const start = places[at];
    const last = places[at + query.length - 1];
    if (start === undefined || last === undefined) return [];
    const letter = runs[last.run]?.str.codePointAt(last.offset) ?? 0;
    return [{ start, end: { run: last.run, offset: last.offset + (letter > 0xffff ? 2 : 1) } }];
  });
}
