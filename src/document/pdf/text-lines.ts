import type { TextRun } from './pdfjs.ts';

/** Lines further apart than this, in heights of their letters, belong to different paragraphs. */
const PARAGRAPH_GAP = 1.9;

/** Letters that differ more than this in height belong to different paragraphs. */
const SAME_SIZE = 1.15;

/** A line of words on a page: its text, and where its base line begins in the page's own coordinates. */
interface Line {
  text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The words of runs as one text, without regard to where they lie. */
export function textOf(runs: readonly TextRun[]): string {
  return joinLines(linesOf(runs).map(({ text }) => text));
}

/**
 * Paragraphs of runs that no tag puts together: lines of about the same size, each close below the one before.
 * The order is that in which the file writes them, which is nearly always the order of reading.
 */
export function paragraphsOf(runs: readonly TextRun[]): readonly string[] {
  const paragraphs: Line[][] = [];
  for (const line of linesOf(runs)) {
    const last = paragraphs.at(-1)?.at(-1);
    if (last !== undefined && continues(last, line)) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs.map(lines => joinLines(lines.map(({ text }) => text))).filter(text => text !== '');
}

function linesOf(runs: readonly TextRun[]): readonly Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const { str, hasEOL, transform } of runs) {
    if (str !== '') {
      const [, , c = 0, d = 0, x = 0, y = 0]: readonly number[] = transform;
      // pdf.js ends lines by itself, but not where the next words lie in another column.
      if (line === undefined || (str.trim() !== '' && Math.abs(y - line.y) > line.size)) {
        line = { text: '', x, y, size: Math.hypot(c, d) };
        lines.push(line);
      }
      line.text += str;
    }
    if (hasEOL) line = undefined;
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

function continues(above: Line, below: Line): boolean {
  const size = Math.max(above.size, below.size);
  const drop = above.y - below.y;
  const sameSize = size <= SAME_SIZE * Math.min(above.size, below.size);
  return sameSize && drop >= 0 && drop <= PARAGRAPH_GAP * size;
}

/** Lines as one text; a word that a line's end has cut in two is whole again. */
function joinLines(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    const words = line.replaceAll(/\s+/g, ' ').trim();
    if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(words)) text = text.slice(0, -1) + words;
    else text = text === '' ? words : `${text} ${words}`;
  }
  return text.trim();
}
