import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import * as z from 'zod';
import { repositoryRoot } from '../../support/repository.ts';

const run = promisify(execFile);

const outputSchema = z.object({ stdout: z.string() });

/** Runs the tests of `in-<dom>.ts` in a process of their own: what is global there must be so before the kit is loaded. */
export function testInOwnProcess(dom: 'jsdom' | 'happy-dom'): void {
  describe('the mock element', () => {
    it(`stands in for the element in ${dom}`, async () => {
      const file = path.join(repositoryRoot, `test/testing/without-browser/in-${dom}.ts`);
      const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined };
      const options = ['--import', 'tsx', '--test-reporter=tap'];
      // Where a test fails, so does the process: what it wrote says which.
      const { stdout } = await run(process.execPath, [...options, file], { cwd: repositoryRoot, env }).catch(
        (error: unknown) => outputSchema.parse(error),
      );
      assert.match(stdout, /^# pass 8$/m);
      assert.match(stdout, /^# fail 0$/m);
    });
  });
}
