import { readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repository.ts';

/** What a test file's name ends in, and so which runner takes it: node, @web/test-runner, Playwright. */
export type Suffix = '.node.test.ts' | '.browser.test.ts' | '.e2e.test.ts';

/** All test files of a runner, absolute and in order. */
export function testFiles(suffix: Suffix): string[] {
  return readdirSync(path.join(repositoryRoot, 'test'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith(suffix))
    .map(file => path.join(repositoryRoot, 'test', file))
    .toSorted();
}
