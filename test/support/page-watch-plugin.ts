import type { TestRunnerPlugin } from '@web/test-runner';

/**
 * Imports page-watch.ts ahead of everything else in each test file; on the first line, so that the line
 * numbers of failures stay those of the file.
 */
export function pageWatchPlugin(): TestRunnerPlugin {
  return {
    name: 'sign-session-page-watch',
    transform(context) {
      if (!context.path.endsWith('.browser.test.ts') || typeof context.body !== 'string') return undefined;
      return { body: `import '/test/support/page-watch.ts'; ${context.body}` };
    },
  };
}
