/**
 * Put in front of every element test file by the runner (page-watch-plugin.ts): a policy violation fails
 * the test that caused it, and so does an uncaught error, even one before the first or after the last test.
 */
const outsideTests: unknown[] = [];
let running = false;

document.addEventListener('securitypolicyviolation', event => {
  const blocked = event.blockedURI === '' ? 'something inline' : event.blockedURI;
  reportError(new Error(`Policy violation: ${event.effectiveDirective} refused ${blocked} ${event.sample}`));
});
globalThis.addEventListener('error', event => {
  // While tests run, mocha itself fails the current one with it.
  if (!running) outsideTests.push(event.error ?? event.message);
});
globalThis.addEventListener('unhandledrejection', event => {
  // The runner would only log it, and mocha may have left the test it came from.
  outsideTests.push(event.reason);
});

/**
 * A rejection is reported in a task queued at the end of the task it came from, which may well be this one;
 * the second timer starts after that.
 */
async function untilRejectionsAreReported(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve));
  await new Promise(resolve => setTimeout(resolve));
}

function failOnFirst(): void {
  const [first] = outsideTests.splice(0);
  if (first === undefined) return;
  throw first instanceof Error ? first : new Error(`Thrown outside a test: ${JSON.stringify(first)}`);
}

before(() => {
  running = true;
  failOnFirst();
});

after(async () => {
  await untilRejectionsAreReported();
  running = false;
  failOnFirst();
});
