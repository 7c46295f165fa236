import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { build, type BuildResult } from 'esbuild';
import { repositoryRoot } from '../../../test/support/repository.ts';

describe('the verifier as a bundle for browsers', () => {
  let bundled: BuildResult<{ metafile: true; write: false }>;

  before(async () => {
    bundled = await build({
      absWorkingDir: repositoryRoot,
      stdin: {
        contents: `export { verifySignatures } from '@sign-session/verify';`,
        resolveDir: repositoryRoot,
      },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
  });

  it('needs nothing of Node’s', () => {
    assert.deepEqual(bundled.warnings, []);
    const sources = Object.keys(bundled.metafile.inputs);
    assert.ok(sources.includes('packages/verify/src/signatures/verify-signatures.ts'));
    const imports = Object.values(bundled.metafile.outputs).flatMap(output => output.imports);
    assert.deepEqual(imports, [], 'a bundle of its own');
    assert.deepEqual(
      sources.filter(source => /^(?:src|demo|test)\//.test(source)),
      [],
    );
  });
});
