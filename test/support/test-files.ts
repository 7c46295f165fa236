import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repository.ts';

/** What a test file's name ends in, and so which runner takes it: node, @web/test-runner, Playwright. */
export type Suffix = '.node.test.ts' | '.browser.test.ts' | '.e2e.test.ts';

/** `FULL=1`, as `npm run test:full` sets it: also what is too long for every change, see {@link isForFull}. */
export const isFullRun = process.env['FULL'] === '1';

/** `npm test` leaves out files with `full` in their names (`pictures.full.browser.test.ts`). */
export const isForFull = (file: string): boolean => /\.full\.\w+\.test\.ts$/.test(file);

/** `test`, and the same folder of each package. */
function folders(): string[] {
  const packages = path.join(repositoryRoot, 'packages');
  const ofPackages = readdirSync(packages).map(name => path.join(packages, name, 'test'));
  return [path.join(repositoryRoot, 'test'), ...ofPackages.filter(folder => existsSync(folder))];
}

/** All test files of a runner, absolute and in order, whichever run they are for. */
export function testFiles(suffix: Suffix): string[] {
  return folders()
    .flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => path.join(folder, file)),
    )
    .filter(file => file.endsWith(suffix))
    .toSorted();
}

/** Those that this run takes when none are named. */
export function testFilesOfRun(suffix: Suffix): string[] {
  return testFiles(suffix).filter(file => isFullRun || !isForFull(file));
}
