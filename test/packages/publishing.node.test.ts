import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { VERSION } from '../../src/version.ts';
import { repositoryRoot } from '../support/repository.ts';

const PUBLISHED = ['.', 'packages/bridge', 'packages/liveness-assets', 'packages/mcp', 'packages/service'];

const manifestOf = (place: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(repositoryRoot, place, 'package.json'), 'utf8'));

describe('the published packages', () => {
  for (const place of PUBLISHED) {
    const manifest = manifestOf(place);

    it(`${String(manifest['name'])} is of the one version, public, and says where it was built`, () => {
      assert.equal(manifest['version'], VERSION);
      assert.deepEqual(manifest['publishConfig'], { access: 'public', provenance: true });
      assert.notEqual(manifest['private'], true);
    });

    it(`${String(manifest['name'])} names its repository with its tracker, or neither`, () => {
      const known = ['repository', 'bugs', 'homepage'].filter(field => field in manifest);
      assert.ok(known.length === 0 || known.length === 3, known.join(', '));
      assert.doesNotMatch(JSON.stringify(manifest), /example\.(?:com|org)|TODO|your-org/i);
    });
  }
});
