import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { repositoryRoot } from '../support/repository.ts';

it('each test of the packages is in one of the parts, and in one only', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'),
  );
  const named = Object.entries(scripts)
    .filter(([name]) => name.startsWith('test:packages:'))
    .flatMap(([, command]) => command.split(' -- ')[1]?.split(' ') ?? []);
  const files = readdirSync(path.join(repositoryRoot, 'test/packages'))
    .filter(name => name.endsWith('.packages.test.ts'))
    .map(name => `packages/${name.split('.')[0]}`);
  assert.deepEqual(named.toSorted(), files.toSorted());
});
