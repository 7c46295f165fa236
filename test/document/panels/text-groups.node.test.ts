import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupText } from '../../../src/document/panels/text-view.ts';

describe('a page’s text in groups', () => {
  it('puts neighbouring list items and rows together, and nothing else', () => {
    assert.deepEqual(
      groupText([
        { kind: 'heading', level: 1, text: 'Price' },
        { kind: 'list-item', text: 'a)' },
        { kind: 'list-item', text: 'b)' },
        { kind: 'paragraph', text: 'Between.' },
        { kind: 'list-item', text: 'c)' },
        { kind: 'table-row', cells: ['1', '2'] },
        { kind: 'table-row', cells: ['3', '4'] },
      ]),
      [
        { kind: 'heading', level: 1, text: 'Price' },
        { kind: 'list', items: ['a)', 'b)'] },
        { kind: 'paragraph', text: 'Between.' },
        { kind: 'list', items: ['c)'] },
        {
          kind: 'table',
          rows: [
            ['1', '2'],
            ['3', '4'],
          ],
        },
      ],
    );
  });
});
