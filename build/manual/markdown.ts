/** One line, in which neither a table nor Vue finds anything of its own. */
export const plain = (text = ''): string =>
  text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll('{{', '{ {');

export const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
