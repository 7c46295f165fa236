/** Fails on purpose; see ../runner.node.test.ts. */
import { it } from 'node:test';

it('passes and leaves an error behind', () => {
  setTimeout(() => {
    throw new Error('left behind');
  }, 20);
});
