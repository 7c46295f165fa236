import { fork } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { ENGINES } from './browsers.ts';
import { crashedResult, partResultSchema, type PartResult } from './part-result.ts';
import { repositoryRoot } from './repository.ts';

export const browserPartRequestSchema = z.object({
  engines: z.array(z.enum(ENGINES)),
  /** Absolute paths of test files. */
  files: z.array(z.string()),
  /** Only tests whose full name contains it. */
  pattern: z.string().optional(),
});
export type BrowserPartRequest = z.infer<typeof browserPartRequestSchema>;

/** Runs the element tests; a runner that ends without an answer counts as a failure, with what it printed. */
export async function runBrowserPart(request: BrowserPartRequest): Promise<PartResult> {
  const runner = fork(path.join(import.meta.dirname, 'browser-part-process.ts'), [JSON.stringify(request)], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const printed: string[] = [];
  for (const stream of [runner.stdout, runner.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => printed.push(chunk));
  }
  return new Promise(resolve => {
    let result: PartResult | undefined;
    runner.on('message', message => {
      result = partResultSchema.parse(message);
    });
    runner.on('close', code => {
      const reason = `The browser test runner ended with code ${String(code)}.\n${printed.join('')}`;
      resolve(result ?? crashedResult('browser tests', reason));
    });
  });
}
