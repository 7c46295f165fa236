import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parseAst } from 'vite';
import { ensureBuild } from './support/builds.ts';
import { repositoryRoot } from './support/repository.ts';

const BUILD = path.join(repositoryRoot, 'dist/script-tag');

/** pdf.js has its maps' entries, which nobody replaces, in private fields. */
const ENTRIES = /(?<!^this\.#\w+)\.entries\(\)$/;

/** Code of the page's thread that a page's own built-ins could mislead, as it stands in a chunk. */
function misled(code: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, end, ...fields }: { type?: unknown; start?: unknown; end?: unknown } = node;
    const text = code.slice(Number(start), Number(end));
    if (type === 'ForInStatement' || (type === 'MemberExpression' && text === 'Array.from')) found.push(text);
    if (type === 'CallExpression' && ENTRIES.test(text)) found.push(text);
    if (type === 'ClassDeclaration' || type === 'ClassExpression') {
      if (/^class\s*\w*\s*extends Event\b/.test(text)) found.push(text);
    }
    Object.values(fields).forEach(visit);
  };
  visit(parseAst(code));
  return found.map(text => text.slice(0, 80));
}

describe('the script-tag build', () => {
  it('has no for…in, no Array.from, no entries of an array and no Event of the page, pdf.js included', async () => {
    await ensureBuild('script-tag');
    const chunks = (await readdir(BUILD)).filter(name => name.endsWith('.js'));
    assert.ok(chunks.length > 10);
    for (const chunk of chunks)
      assert.deepEqual(misled(await readFile(path.join(BUILD, chunk), 'utf8')), [], chunk);
  });

  it('is looked at by a check that sees such code', () => {
    assert.equal(misled('for (const a in b) Array.from(a).entries(); class C extends Event {}').length, 4);
  });
});
