import type { PageProblems } from './live-page.ts';

const VIOLATION = 'Policy violation: ';

/** Page script: says a policy violation on the console, where every engine's driver hears it. */
export const REPORT_VIOLATIONS = `
  document.addEventListener('securitypolicyviolation', event => {
    const blocked = event.blockedURI || 'something inline';
    console.error('${VIOLATION}' + event.effectiveDirective + ' refused ' + blocked + ' ' + event.sample);
  });`;

/** Page script for a driver that hears no console: keeps errors in the page, for {@link TAKE_ERRORS}. */
export const RECORD_ERRORS = `
  globalThis.__errors = [];
  const error = console.error;
  console.error = (...args) => {
    globalThis.__errors.push(args.map(String).join(' '));
    error.apply(console, args);
  };
  globalThis.addEventListener('error', event => globalThis.__errors.push(event.message));
  globalThis.addEventListener('unhandledrejection', event => {
    globalThis.__errors.push('Unhandled rejection: ' + String(event.reason));
  });`;

/** Expression: the recorded errors, which are forgotten in the page. */
export const TAKE_ERRORS = '(globalThis.__errors ?? []).splice(0)';

function isViolation(line: string): boolean {
  return line.startsWith(VIOLATION);
}

/** Tells policy violations from other lines of the console. */
export function sortProblems(lines: readonly string[]): PageProblems {
  return {
    errors: lines.filter(line => !isViolation(line)),
    policyViolations: lines.filter(isViolation).map(line => line.slice(VIOLATION.length).trim()),
  };
}
