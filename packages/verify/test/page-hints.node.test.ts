import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { PdfFile } from '@sign-session/pdf-structure';
import { pdfAsset } from '../../service/test/support/tools.ts';
import { hasItsPages } from '../src/changes/later-changes.ts';

const LINEARIZED = readFileSync(pdfAsset('own/linearized.pdf'), 'latin1');
const KIDS = '/Kids [ 10 0 R 1 0 R 3 0 R ]';

/** What is changed, and whether the hints still name the pages. */
const CASES = [
  ['nothing', KIDS, KIDS, true],
  ['the order of the pages', KIDS, '/Kids [ 10 0 R 3 0 R 1 0 R ]', false],
  ['the number of pages', '/N 3', '/N 2', false],
  ['the place of the hints', '/H [ 562', '/H [ 018', false],
  ['the length, by which no program uses the hints', '/L 3024', '/L 3023', true],
] as const;

for (const [what, from, to, expected] of CASES)
  it(`hints of a linearized file, with a change of ${what}`, async () => {
    assert.ok(LINEARIZED.includes(from));
    const file = await PdfFile.read(new Uint8Array(Buffer.from(LINEARIZED.replace(from, to), 'latin1')));
    const found = await hasItsPages(file).catch(({ name }: Error) => name !== 'PdfStructureError');
    assert.equal(found, expected);
  });
