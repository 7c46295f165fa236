import type { TextBlock } from '../pdf/pdf-viewer.ts';

type SingleBlock = Exclude<TextBlock, { kind: 'list-item' | 'table-row' }>;
interface List {
  readonly kind: 'list';
  readonly items: string[];
}
interface Table {
  readonly kind: 'table';
  readonly rows: (readonly string[])[];
}

/** What stands together on a page: list items in one list, rows in one table. */
export type TextGroup = SingleBlock | Readonly<List> | Readonly<Table>;

/** Puts neighbouring list items and table rows together; the order stays. */
export function groupText(blocks: readonly TextBlock[]): readonly TextGroup[] {
  const groups: (SingleBlock | List | Table)[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'list-item') {
      if (last?.kind === 'list') last.items.push(block.text);
      else groups.push({ kind: 'list', items: [block.text] });
    } else if (block.kind === 'table-row') {
      if (last?.kind === 'table') last.rows.push(block.cells);
      else groups.push({ kind: 'table', rows: [block.cells] });
    } else groups.push(block);
  }
  return groups;
}
