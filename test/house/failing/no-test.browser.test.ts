/** Fails on purpose; see ../runner.node.test.ts. */
describe('nothing', () => undefined);
