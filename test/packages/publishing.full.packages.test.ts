import { execFileSync } from 'node:child_process';
import { repositoryRoot } from '../support/repository.ts';
import { expect, test } from './fixtures.ts';
import { TARBALLS } from './pack.ts';

interface Published {
  readonly files: readonly { readonly path: string }[];
}

/** What npm would publish, by the names of packages: without an account, as nothing is sent. */
function dryRun(tarball: string): Record<string, Published> {
  // Provenance needs the machine that publishes.
  const options = ['publish', tarball, '--dry-run', '--json', '--tag', 'latest', '--provenance=false'];
  return JSON.parse(execFileSync('npm', options, { cwd: repositoryRoot, encoding: 'utf8', stdio: 'pipe' }));
}

for (const [name, tarball] of Object.entries(TARBALLS)) {
  test(`${name} could be published as it is packed`, () => {
    const paths = dryRun(tarball)[name]?.files.map(file => file.path) ?? [];
    expect(paths).toContain('package.json');
    expect(paths.some(file => file.startsWith('LICENSE'))).toBe(true);
    expect(
      paths.filter(file => /(?:^|\/)(?:\.env|\.npmrc|node_modules|test|src)(?:\/|$)/.test(file)),
    ).toEqual([]);
  });
}
