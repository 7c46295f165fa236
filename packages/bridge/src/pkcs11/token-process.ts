/**
 * A process for one task with a driver: its calls block, it may crash or never come back, and it keeps a login for as
 * long as its process lives.
 */
import type { TokenOutcome, TokenTask } from './process-messages.ts';
import { TokenDriver, toKeystoreError } from './token.ts';

function outcomeOf(task: TokenTask): TokenOutcome {
  try {
    const driver = new TokenDriver(task.kind === 'sign' ? task.place.module : task.module);
    const outcome: TokenOutcome =
      task.kind === 'sign'
        ? { kind: 'signatures', signatures: driver.sign(task.place, task.digests, task.pin) }
        : { kind: 'certificates', certificates: driver.certificates() };
    driver.close();
    return outcome;
  } catch (error) {
    const { problem, message } = toKeystoreError(error);
    return { kind: 'problem', problem, detail: message.slice(problem.length + 2) };
  }
}

process.once('message', (task: TokenTask) => {
  process.send?.(outcomeOf(task), undefined, {}, () => process.disconnect());
});
// Also when the bridge is gone. A driver's threads may not end by themselves.
process.once('disconnect', () => process.exit());
