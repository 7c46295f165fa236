import { execFileSync } from 'node:child_process';
import { repositoryRoot } from '../support/repository.ts';
import { expect, test } from './fixtures.ts';
import { TARBALLS } from './pack.ts';

interface Published {
  readonly name: string;
  readonly version: string;
  readonly files: readonly { readonly path: string }[];
}

/** What npm would publish: without a registry, and so without an account. */
function dryRun(tarball: string): Published {
  // Provenance needs the machine that publishes.
  const options = ['publish', tarball, '--dry-run', '--json', '--tag', 'latest', '--provenance=false'];
  const answer = execFileSync('npm', options, { cwd: repositoryRoot, encoding: 'utf8', stdio: 'pipe' });
  const published: Record<string, Published> & Published = JSON.parse(answer);
  return 'files' in published ? published : Object.values<Published>(published)[0]!;
}

for (const [name, tarball] of Object.entries(TARBALLS)) {
  test(`${name} could be published as it is packed`, () => {
    const published = dryRun(tarball);
    expect(published.name).toBe(name);
    const paths = published.files.map(file => file.path);
    expect(paths).toContain('package.json');
    expect(paths.some(file => file.startsWith('LICENSE'))).toBe(true);
    expect(
      paths.filter(file => /(?:^|\/)(?:\.env|\.npmrc|node_modules|test|src)(?:\/|$)/.test(file)),
    ).toEqual([]);
  });
}
