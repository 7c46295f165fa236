import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { testAssets } from '../../support/repository.ts';
import { SAMPLE_FILES } from './sample-files.ts';

const folder = path.join(testAssets, 'pdf');

/** The PDF files in the folder as the table calls them: relative, with slashes. */
function filesThere(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.pdf'))
    .map(file => file.replaceAll(path.sep, '/'));
}

describe('the table of sample files', () => {
  it('has a row for each file, and no others', () => {
    assert.deepEqual(Object.keys(SAMPLE_FILES).toSorted(), filesThere().toSorted());
  });
});
