/**
 * The browser tests in a process of their own, started by browser-part.ts: whatever the runner or a
 * browser's connection does to its process, the test run lives to tell.
 *
 * Arguments: one JSON object, see {@link BrowserPartRequest}. Answers by one message, see {@link BrowserAnswer}.
 */
import { startTestRunner, type Logger, type Reporter } from '@web/test-runner';
import { browserPartRequestSchema, type BrowserAnswer, type BrowserPartRequest } from './browser-part.ts';
import { browserResult, lostFiles } from './browser-report.ts';
import { browserTestsConfig } from './browser-tests.ts';

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

function resultReporter(filtered: boolean, done: (answer: BrowserAnswer) => void): Reporter {
  return {
    onTestRunFinished({ sessions }) {
      done({ result: browserResult(sessions, filtered), lost: lostFiles(sessions) });
    },
  };
}

/** Ends the process with the answer: a browser's connection that never closes must not hold up the run. */
function send(answer: BrowserAnswer): void {
  answer.result.notes.push(...new Set(serverProblems));
  process.send?.(answer, undefined, undefined, () => process.exit());
}

async function runTests({ engines, files, pattern }: BrowserPartRequest): Promise<void> {
  const config = await browserTestsConfig({ engines, files, pattern });
  let answer: BrowserAnswer | undefined;
  const runner = await startTestRunner({
    autoExitProcess: false,
    readCliArgs: false,
    readFileConfig: false,
    config: {
      ...config,
      logger,
      reporters: [resultReporter(pattern !== undefined, done => (answer = done))],
    },
  });
  await new Promise<boolean>(resolve => runner?.on('stopped', resolve));
  if (answer === undefined) process.exit(1);
  send(answer);
}

await runTests(browserPartRequestSchema.parse(JSON.parse(process.argv[2] ?? '{}')));
