import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { repositoryRoot } from '../../../test/support/repository.ts';

/**
 * What runs a regular expression. On text of a certificate, which strangers choose, it may take time that grows with the
 * square of the length.
 */
const PATTERNS =
  /RegExp|\.(?:match|matchAll|search|test|exec)\(|\.(?:replace|replaceAll|split)\(\s*[^'"A-Z\s]/;

it('the core has no regular expressions', () => {
  const folder = path.join(repositoryRoot, 'packages/certificates/src');
  const files = readdirSync(folder);
  assert.ok(files.length > 10);
  for (const file of files) {
    const lines = readFileSync(path.join(folder, file), 'utf8').split('\n');
    assert.deepEqual(
      lines.filter(line => PATTERNS.test(line)),
      [],
      file,
    );
  }
});
