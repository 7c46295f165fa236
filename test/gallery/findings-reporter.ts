import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** The type of the annotations that hold one finding each, as `state size rule detail`. */
export const FINDING = 'finding';

/** Prints all findings at the end, one line each: the list of what is left to do. */
export default class FindingsReporter implements Reporter {
  readonly #lines: string[] = [];
  readonly #counts = { passed: 0, failed: 0 };

  printsToStdio(): boolean {
    return true;
  }

  onTestEnd({ title }: TestCase, { status, annotations, errors }: TestResult): void {
    if (status === 'skipped') return;
    this.#counts[status === 'passed' ? 'passed' : 'failed'] += 1;
    if (status === 'passed') return;
    const findings = annotations.filter(({ type }) => type === FINDING);
    if (findings.length > 0) this.#lines.push(...findings.map(({ description = '' }) => description));
    else this.#lines.push(...errors.map(({ message = '' }) => `${title}: ${withoutStack(message)}`));
  }

  onError({ message = '' }: { message?: string }): void {
    console.log(message);
  }

  onEnd({ duration }: FullResult): void {
    for (const line of this.#lines) console.log(line);
    const { passed, failed } = this.#counts;
    console.log(
      `${passed} states passed, ${failed} failed, ${this.#lines.length} findings in ${(duration / 1000).toFixed(0)} s`,
    );
  }
}

function withoutStack(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines.filter(line => !/^\s+at /.test(line)).join('\n');
}
