import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { repositoryRoot } from '../../../test/support/repository.ts';

const SERVICE = path.join(repositoryRoot, 'packages/service/src');

/** Of a file in `SERVICE`; its entries belong to what puts the service together. */
const folderOf = (file: string): string => {
  const [folder = '', ...rest] = path.relative(SERVICE, file).split(path.sep);
  return rest.length === 0 ? 'main' : folder;
};

/** Which folders each folder imports, types included, with one import as an example. */
async function readImports(): Promise<Map<string, Map<string, string>>> {
  const imports = new Map<string, Map<string, string>>();
  const files = await readdir(SERVICE, { recursive: true });
  for (const name of files.filter(file => file.endsWith('.ts'))) {
    const file = path.join(SERVICE, name);
    const text = await readFile(file, 'utf8');
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const target = path.resolve(path.dirname(file), specifier);
      if (!target.startsWith(SERVICE) || folderOf(target) === folderOf(file)) continue;
      const targets = imports.get(folderOf(file)) ?? new Map<string, string>();
      targets.set(folderOf(target), `${name} imports ${specifier}`);
      imports.set(folderOf(file), targets);
    }
  }
  return imports;
}

/** One way from a folder back to itself, as its imports; undefined without one. */
function circleFrom(start: string, imports: Map<string, Map<string, string>>): string[] | undefined {
  const seen = new Set<string>();
  const search = (folder: string): string[] | undefined => {
    for (const [target, example] of imports.get(folder) ?? []) {
      if (target === start) return [example];
      if (seen.has(target)) continue;
      seen.add(target);
      const rest = search(target);
      if (rest !== undefined) return [example, ...rest];
    }
    return undefined;
  };
  return search(start);
}

describe('the folders of the service', () => {
  it('import each other in one direction only', async () => {
    const imports = await readImports();
    assert.ok(imports.size > 20, 'too few folders were read to prove anything');
    for (const folder of imports.keys()) assert.equal(circleFrom(folder, imports)?.join('\n'), undefined);
  });

  it('have the domain at the bottom', async () => {
    const imports = await readImports();
    assert.deepEqual([...(imports.get('domain')?.values() ?? [])], []);
  });
});
