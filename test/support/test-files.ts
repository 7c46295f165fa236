import { readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repository.ts';
import type { Part } from './run-options.ts';

const SUFFIXES: Readonly<Record<Part, string>> = {
  unit: '.node.test.ts',
  browser: '.browser.test.ts',
  e2e: '.e2e.test.ts',
};

/** Files in here, and in `failing-engine/`, fail on purpose: the tests of the test command run them, by name. */
const FAILING = path.join('test', 'house', 'failing');

function isWanted(file: string, filters: readonly string[]): boolean {
  const matching = filters.filter(filter => file.includes(path.normalize(filter)));
  if (file.includes(FAILING)) return matching.some(filter => filter.includes('failing'));
  return filters.length === 0 || matching.length > 0;
}

/**
 * The test files of a part, absolute and in order.
 *
 * @param filters only files whose path contains one of these; all when empty.
 */
export function testFiles(part: Part, filters: readonly string[] = []): string[] {
  return readdirSync(path.join(repositoryRoot, 'test'), { recursive: true, encoding: 'utf8' })
    .map(file => path.join(repositoryRoot, 'test', file))
    .filter(file => file.endsWith(SUFFIXES[part]))
    .filter(file => isWanted(file, filters))
    .toSorted();
}
