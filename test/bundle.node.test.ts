import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parseAst } from 'vite';
import { ensureBuild } from './support/builds.ts';
import { repositoryRoot } from './support/repository.ts';

const BUILD = path.join(repositoryRoot, 'dist/script-tag');
const PACKAGE = path.join(repositoryRoot, 'dist/npm');

/** What pages import of the package; its other entries are for servers and tests. */
const PAGE_ENTRIES = ['index.js', 'pure.js', 'react.js', 'open.js'];

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

/** Names that browsers lack: for some bundlers a reason to install what stands for them, or to stop. */
const OF_NODE = new Set(['process', 'Buffer']);

/** Names of Node, and addresses of the module itself, that a module asks for. */
function ofNode(code: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, name, computed, key, property, ...fields }: Record<string, unknown> = { ...node };
    if (type === 'Identifier' && typeof name === 'string' && OF_NODE.has(name)) found.push(name);
    if (type === 'MetaProperty') found.push('import.meta');
    // The names of methods and fields are nobody's.
    if (computed === true || type === 'PrivateIdentifier') [key, property].forEach(visit);
    Object.values(fields).forEach(visit);
  };
  visit(parseAst(code));
  return found;
}

/** A module of the package and all that it imports, by their paths below the folder. */
async function modulesFrom(entry: string, known = new Map<string, string>()): Promise<Map<string, string>> {
  if (known.has(entry)) return known;
  const code = await readFile(path.join(PACKAGE, entry), 'utf8');
  known.set(entry, code);
  for (const [, from, later] of code.matchAll(
    /^(?:import|export) .*?"(\.[^"]+)";$|\bimport\("(\.[^"]+)"\)/gm,
  ))
    await modulesFrom(path.join(path.dirname(entry), from ?? later ?? ''), known);
  return known;
}

describe('the npm build', () => {
  it('asks for nothing of Node, pdf.js included, so that no bundler installs anything in its place', async () => {
    await ensureBuild('npm');
    const modules = new Map<string, string>();
    for (const entry of PAGE_ENTRIES) await modulesFrom(entry, modules);
    assert.ok(modules.has('chunks/pdfjs.js') && modules.size > 30);
    for (const [name, code] of modules) assert.deepEqual(ofNode(code), [], name);
  });

  it('is looked at by a check that sees such names', () => {
    const code =
      'a.process(); class B { process() {} } process.exit(); Buffer.from(c); x[process]; import.meta;';
    assert.deepEqual(ofNode(code), ['process', 'Buffer', 'process', 'import.meta']);
  });
});

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
