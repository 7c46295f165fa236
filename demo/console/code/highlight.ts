/** A piece of code with its kind for highlighting. */
export interface CodePiece {
  readonly kind: 'plain' | 'text' | 'comment' | 'word';
  readonly text: string;
}

const PIECES =
  /(?<comment>(?<=^|\s)(?:#|\/\/) [^\n]*)|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<word>\b(?:import|from|const|await|async|function|return|export|new|throw|if|def|print|curl)\b)/gm;

/** Splits code into strings, comments, keywords and the rest, for all languages of the console's examples. */
export function highlighted(code: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const match of code.matchAll(PIECES)) {
    if (match.index > end) pieces.push({ kind: 'plain', text: code.slice(end, match.index) });
    const { comment, text } = match.groups ?? {};
    const kind = comment !== undefined ? 'comment' : text !== undefined ? 'text' : 'word';
    pieces.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) pieces.push({ kind: 'plain', text: code.slice(end) });
  return pieces;
}
