/** Fails on purpose; see ../runner.node.test.ts. */
it('is never reached', () => undefined);

throw new Error('not to be loaded');
