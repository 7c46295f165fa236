import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PdfRefusedError } from '../../src/pdf/refusal.ts';
import { refusalKey, RefusedFiles } from '../../src/pdf/inspect-pdf.ts';

const MINUTE = 60_000;

describe('RefusedFiles', () => {
  it('knows a file by its bytes and by what was asked about it', () => {
    const bytes = Buffer.from('%PDF-1.7');
    assert.equal(refusalKey(bytes, 'examine'), refusalKey(Uint8Array.from(bytes), 'examine'));
    assert.notEqual(refusalKey(bytes, 'examine'), refusalKey(bytes, 'locate'));
    assert.notEqual(refusalKey(bytes, 'examine'), refusalKey(bytes.subarray(1), 'examine'));
  });

  it('repeats a refusal with its reason, for ten minutes', () => {
    let now = 0;
    const files = new RefusedFiles(() => now);
    files.requireNew('a');
    files.add('a', new PdfRefusedError('no-pages', { cause: 'why' }));
    now = 9 * MINUTE;
    assert.throws(() => files.requireNew('a'), { refusal: 'no-pages', cause: 'why' });
    files.requireNew('b');
    now = 10 * MINUTE;
    files.requireNew('a');
  });

  it('forgets the file that was sent the longest time ago when there are too many', () => {
    const files = new RefusedFiles();
    for (let made = 0; made < 1000; made += 1) files.add(`${made}`, new PdfRefusedError('damaged'));
    assert.throws(() => files.requireNew('0'), PdfRefusedError);
    files.add('one more', new PdfRefusedError('damaged'));
    files.requireNew('1');
    assert.throws(() => files.requireNew('0'), PdfRefusedError);
  });
});
