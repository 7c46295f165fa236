import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationsIn, UnreadableContentError } from '../../packages/verify/src/changes/content-stream.ts';

const read = (text: string) => [...operationsIn(Buffer.from(text, 'latin1'))];
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('a content stream', () => {
  it('is read as operators with what they are about', () => {
    assert.deepEqual(read('/F1 12 Tf % a comment (\n[(a\\)\\050b(c)) -.5 <4 1>] TJ'), [
      { operator: 'Tf', operands: ['/F1', 12] },
      { operator: 'TJ', operands: [[bytes('a)(b(c)'), -0.5, bytes('A')]] },
    ]);
    assert.deepEqual(read('/Tx << /MCID 0 /A [1 2] >> BDC (\\101\\\nB\r\n) Tj'), [
      { operator: 'BDC', operands: ['/Tx'] },
      { operator: 'Tj', operands: [bytes('AB\n')] },
    ]);
  });

  it('is not read where it is no such stream, or holds an image', () => {
    for (const text of ['(a', ')', '[1 2', '] Tj', '>> Tj', 'BI /W 1 ID x EI', '1.2.3 w']) {
      assert.throws(() => read(`${text} q`), UnreadableContentError, text);
    }
  });

  it('takes no longer where its comments are made to be tried in many ways', () => {
    const began = process.cpuUsage();
    assert.throws(() => read(`${'%'.repeat(100_000)}\n)`), UnreadableContentError);
    const { user, system } = process.cpuUsage(began);
    assert.ok(user + system < 1_000_000, `${user + system} µs`);
  });
});
