import { bytesOf, row, textOf, type Bytes } from './update-files.ts';

/**
 * A file with its table before the objects, which programs begin with if the file is as long as its first object says.
 * @param base of one revision with a table
 * @param first entries of that object, such as `/Linearized 1`
 */
export function fromFront(base: Uint8Array, first: string): Bytes {
  const text = textOf(base);
  const body = text.slice(text.indexOf('\n') + 1, text.indexOf('xref\n'));
  const before = `%PDF-1.7\n99 0 obj\n<< ${first} >>\nendobj\n`;
  const heads = [...(before + body).matchAll(/^(\d+) 0 obj/gm)];
  const tableOf = (length: number): string => {
    const rows = heads.map(({ index, 1: number }) =>
      row(Number(number), index < before.length ? index : index + length),
    );
    return `xref\n${rows.join('')}trailer\n<< /Size 1100 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`;
  };
  const table = tableOf(tableOf(0).length);
  return bytesOf(`${before}${table}${body}startxref\n${before.length}\n%%EOF\n`);
}
