/** Text on the evidence page: what can be drawn of it, and breaking it into lines. */
import type { Typeface } from './evidence-fonts.ts';

/**
 * Writes a character as its number: `[U+5C71]`. For characters that the typeface lacks (DejaVu has Latin, Greek,
 * Cyrillic, Armenian, Georgian, Hebrew and Arabic letters, and no Chinese, Japanese, Korean or Indic ones), where a
 * box would only show that something is missing, and for characters that would hide or reorder others.
 */
function numberOf(character: string): string {
  const number = character.codePointAt(0) ?? 0;
  return `[U+${number.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Longer than any readable name or address; limits the time for measuring. */
const MAX_CHARACTERS = 600;

const ELLIPSIS = '…';

/** Where an address or file name may be broken, besides spaces. */
const BREAKABLE = /(?<=[\s/\-_.?&=])/u;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Makes untrusted text safe to draw: composed, without control or bidirectional-override characters (which can
 * disguise a file name's ending), and only with glyphs that the typeface has.
 */
function drawable(text: string, typeface: Typeface): string {
  const composed = text.normalize('NFC');
  return Array.from(composed, character => drawableCharacter(character, typeface)).join('');
}

/** Whether `drawable` would replace some of its characters by numbers. */
export function holdsUndrawable(text: string, typeface: Typeface): boolean {
  return Array.from(text.normalize('NFC')).some(
    character => !/\p{Zs}/u.test(character) && !canDraw(character, typeface),
  );
}

interface LineOptions {
  typeface: Typeface;
  /** Points. */
  size: number;
  /** Points. */
  width: number;
  maxLines: number;
}

/**
 * Breaks text into lines of at most `width`. If it does not fit, the beginning of the last line is left out, so
 * that the end of a file name or address stays readable.
 */
export function linesOf(text: string, options: LineOptions): string[] {
  const lines = wrap(drawable(abridged(text), options.typeface).trim(), options);
  const rest = lines.slice(options.maxLines - 1).join('');
  const shown =
    lines.length <= options.maxLines
      ? lines
      : [...lines.slice(0, options.maxLines - 1), endThatFits(rest, options)];
  return shown.map(line => line.trimEnd());
}

function drawableCharacter(character: string, typeface: Typeface): string {
  if (/\p{Zs}/u.test(character)) return ' ';
  return canDraw(character, typeface) ? character : numberOf(character);
}

function canDraw(character: string, typeface: Typeface): boolean {
  return !/\p{C}/u.test(character) && typeface.covers(character.codePointAt(0) ?? 0);
}

function abridged(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= MAX_CHARACTERS) return text;
  const half = MAX_CHARACTERS / 2;
  return [...characters.slice(0, half), ELLIPSIS, ...characters.slice(-half)].join('');
}

/** Lines with their trailing spaces, which do not count for the width. */
function wrap(text: string, options: LineOptions): string[] {
  if (fits(text, options)) return [text];
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(BREAKABLE).flatMap(part => piecesThatFit(part, options))) {
    if (line !== '' && !fits(line + piece.trimEnd(), options)) {
      lines.push(line);
      line = '';
    }
    line += piece;
  }
  return [...lines, line];
}

/** Breaks a part that is wider than a line between graphemes. */
function piecesThatFit(part: string, options: LineOptions): string[] {
  if (fits(part.trimEnd(), options)) return [part];
  const pieces: string[] = [];
  let piece = '';
  for (const character of split(part)) {
    if (piece !== '' && !fits(piece + character, options)) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

function endThatFits(text: string, options: LineOptions): string {
  const characters = split(text);
  let kept = '';
  for (let index = characters.length - 1; index >= 0; index -= 1) {
    const longer = `${characters[index] ?? ''}${kept}`;
    if (!fits(ELLIPSIS + longer, options)) break;
    kept = longer;
  }
  return ELLIPSIS + kept;
}

function fits(text: string, { typeface, size, width }: LineOptions): boolean {
  return typeface.widthOf(text) * size <= width;
}

function split(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
