/**
 * The browser tests in a process of their own, started by browser-part.ts: whatever the runner or a
 * browser's connection does to its process, the test run lives to tell.
 *
 * Arguments: one JSON object, see {@link BrowserPartRequest}. Answers by one message, a PartResult.
 */
import { startTestRunner, type Logger, type Reporter } from '@web/test-runner';
import { browserPartRequestSchema, type BrowserPartRequest } from './browser-part.ts';
import { browserResult } from './browser-report.ts';
import { browserTestsConfig } from './browser-tests.ts';
import type { PartResult } from './part-result.ts';

const serverProblems: string[] = [];

/** Keeps the runner's own problems (a syntax error in a module) and drops its progress report. */
const logger: Logger = {
  log: () => undefined,
  debug: () => undefined,
  group: () => undefined,
  groupEnd: () => undefined,
  warn: (...messages) => serverProblems.push(messages.map(String).join(' ')),
  error: (...messages) => serverProblems.push(messages.map(String).join(' ')),
  logSyntaxError({ message, filePath, line, column }) {
    serverProblems.push(`${filePath}:${String(line)}:${String(column)} ${message}`);
  },
};

function resultReporter(filtered: boolean, done: (result: PartResult) => void): Reporter {
  return {
    onTestRunFinished({ sessions }) {
      done(browserResult(sessions, filtered));
    },
  };
}

/** Ends the process with the answer: a browser's connection that never closes must not hold up the run. */
function answer(result: PartResult): void {
  result.notes.push(...new Set(serverProblems));
  process.send?.(result, undefined, undefined, () => process.exit());
}

async function runTests({ engines, files, pattern }: BrowserPartRequest): Promise<void> {
  const config = await browserTestsConfig({ engines, files, pattern });
  let result: PartResult | undefined;
  const runner = await startTestRunner({
    autoExitProcess: false,
    readCliArgs: false,
    readFileConfig: false,
    config: {
      ...config,
      logger,
      reporters: [resultReporter(pattern !== undefined, done => (result = done))],
    },
  });
  await new Promise<boolean>(resolve => runner?.on('stopped', resolve));
  if (result === undefined) process.exit(1);
  answer(result);
}

await runTests(browserPartRequestSchema.parse(JSON.parse(process.argv[2] ?? '{}')));
