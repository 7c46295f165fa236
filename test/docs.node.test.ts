import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { MADE_PAGES } from './manual/pages.ts';
import { repositoryRoot } from './support/repository.ts';

const DOCUMENTS = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'SUPPORT.md',
  'test/assets/README.md',
  'packages/service/README.md',
  'packages/service/operating/KEYS.md',
  'packages/service/operating/UPGRADING.md',
  ...readdirSync(path.join(repositoryRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md'))
    .map(file => path.join('docs', file)),
];

/** Made when the manual is built. */
const MADE = new Set(MADE_PAGES.map(place => path.join('docs', place)));

/** Files and folders of the repository that a text names in backticks. `<kind>` and `…` stand for something else. */
function namedPaths(text: string): string[] {
  const codes = [...text.matchAll(/`((?:src|demo|packages|test|docs|assets)\/[^`\s*]*)`/g)].map(
    ([, name = '']) => name,
  );
  return codes.filter(name => !/[<…]/.test(name));
}

/** Targets of links to files, as addresses relative to the document. */
function linkTargets(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);
  return targets.filter(target => !/^\w+:/.test(target));
}

describe('the documents', () => {
  for (const file of DOCUMENTS) {
    it(`${file} names only files that exist`, () => {
      const text = readFileSync(path.join(repositoryRoot, file), 'utf8');
      const named = [
        ...namedPaths(text),
        ...linkTargets(text).map(target => path.join(path.dirname(file), target)),
      ];
      assert.deepEqual(
        named.filter(name => !MADE.has(name) && !existsSync(path.join(repositoryRoot, name))),
        [],
      );
    });
  }
});
