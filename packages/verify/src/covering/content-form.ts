import { Lexer, PdfStructureError } from '@sign-session/pdf-structure';

/** Operators of a content stream with the number of their operands (ISO 32000-2, annex A). Programs differ on where inline images end. */
const OPERANDS = new Map<string, number>([
  ...each(0, 'b B b* B* f F f* n s S h W W* q Q BT ET T* EMC'),
  ...each(1, "w J j M i ri gs g G cs CS Do sh Tc TL Tr Ts Tw Tz Tj TJ ' BMC MP"),
  ...each(2, 'd l m Td TD Tf DP BDC d0'),
  ...each(3, 'rg RG "'),
  ...each(4, 're v y k K'),
  ...each(6, 'cm c Tm d1'),
]);
/** Their operands depend on the colour space. */
const COLOURS = ['sc', 'scn', 'SC', 'SCN'];
const MOST_COLOURANTS = 33;

function each(count: number, operators: string): [string, number][] {
  return operators.split(' ').map(operator => [operator, count]);
}

const OPERATOR = /^[A-Za-z'"*\d]{1,16}$/;
const KEYWORDS = ['true', 'false', 'null'];

/**
 * Checks that a content stream is written in the one way that all programs read alike: known operators, each with as many
 * operands as it has, no inline images, numbers in their usual form, and no state given back that was not kept. Of anything
 * else one program leaves out what another one draws.
 * @throws PdfStructureError
 */
export function checkContentForm(content: Uint8Array): void {
  const lexer: Lexer = new Lexer(content);
  let [operands, kept] = [0, 0];
  for (lexer.skipSpace(); lexer.at < content.length; lexer.skipSpace()) {
    const operator = operatorAt(lexer);
    if (operator === undefined) {
      lexer.value();
      operands += 1;
      continue;
    }
    lexer.at += operator.length;
    if (!fits(operator, operands)) lexer.fail();
    if (operator === 'q') kept += 1;
    if (operator === 'Q' && --kept < 0) lexer.fail();
    operands = 0;
  }
  if (operands > 0) throw new PdfStructureError('syntax');
}

/** What begins with a letter, `'` or `"`, and is no keyword. */
function operatorAt(lexer: Lexer): string | undefined {
  const first = String.fromCharCode(lexer.peek());
  if (!/[A-Za-z'"]/.test(first)) return undefined;
  let word = first;
  while (OPERATOR.test(word + String.fromCharCode(lexer.peek(lexer.at + word.length))))
    word += String.fromCharCode(lexer.peek(lexer.at + word.length));
  return KEYWORDS.includes(word) ? undefined : word;
}

function fits(operator: string, operands: number): boolean {
  if (COLOURS.includes(operator)) return operands > 0 && operands <= MOST_COLOURANTS;
  return OPERANDS.get(operator) === operands;
}
