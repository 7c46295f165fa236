import { indexOfWord, latin1, Lexer } from './lexer.ts';
import { isType, type PdfObject } from './objects.ts';

/** What is found by programs that search a file for objects. */
const HEAD = /(?:\d[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]*|end)$/;
const LONGEST_HEAD = 64;

/** Whether programs that search a file find this object, and no other one in it. */
export function isFoundAlone(object: PdfObject, bytes: Uint8Array): boolean {
  const { span, data } = object;
  const lexer = new Lexer(bytes);
  const head = `${object.number} 0 obj`;
  const end = span.end - 'endobj'.length;
  const isAtLine = [10, 13].includes(lexer.peek(span.start - 1));
  if (!isAtLine || !lexer.sees(head, span.start) || !lexer.sees('endobj', end)) return false;
  if (isType(object, 'ObjStm') || isType(object, 'XRef')) return false;
  let at = span.start + head.length;
  while ((at = indexOfWord(bytes, 'obj', at, end)) !== -1) {
    if (HEAD.test(latin1(bytes.subarray(Math.max(0, at - LONGEST_HEAD), at)))) return false;
    at += 1;
  }
  return data === undefined || indexOfWord(bytes, 'trailer', data.start, data.end) === -1;
}
