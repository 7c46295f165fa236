import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withFile } from '../../service/test/support/pdf-checks.ts';
import { runTool, withoutTools } from '../../service/test/support/tools.ts';
import { changesAfter } from './changes.ts';
import { BASE, twoSections } from './attacked-file.ts';
import { OBJECT_ATTACKS } from './object-attacks.ts';
import { SECTION_ATTACKS } from './section-attacks.ts';
import { basePdf, FORGED, SHOWN, withUpdate, type Bytes } from './update-files.ts';

const FILE_ATTACKS = [...OBJECT_ATTACKS, ...SECTION_ATTACKS];

const textIn = (pdf: Bytes): string =>
  withFile(pdf, file => runTool('pdftotext', [file, '-']).stdout.toString()).trim();

describe('a file that was continued in another way than by canonical updates', () => {
  for (const [what, reason, file] of FILE_ATTACKS) {
    it(`is refused: ${what}`, async () => {
      await assert.rejects(changesAfter(BASE, file), { name: 'PdfStructureError', reason });
    });
  }

  it('is refused: two sections, of which the older lists another page', async () => {
    const base = basePdf();
    await assert.rejects(changesAfter(base, twoSections(base).whole), { reason: 'listing' });
  });

  it('is refused: an object stream in an encrypted file', async () => {
    const trailer = '/Encrypt << /Filter /Standard >>';
    const base = withUpdate(basePdf(), { trailer, isStream: true });
    assert.equal((await changesAfter(base, withUpdate(base, { trailer, isStream: true }))).length, 1);
    await assert.rejects(changesAfter(base, withUpdate(base, { trailer, packed: { 30: 'null' } })), {
      reason: 'object-stream',
    });
  });

  it('would be shown differently by a reader', { skip: withoutTools('pdftotext') }, () => {
    assert.equal(textIn(BASE), SHOWN);
    const fooled = FILE_ATTACKS.filter(([, , , poppler]) => poppler !== undefined);
    for (const [what, , file, poppler] of fooled) {
      if (poppler === 'empty') assert.equal(textIn(file), '', what);
      else assert.ok(textIn(file).includes(FORGED), what);
    }
    assert.ok(fooled.length >= 8);
  });
});
