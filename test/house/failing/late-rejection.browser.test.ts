/** Fails on purpose; see ../runner.node.test.ts. */
it('passes and leaves a rejection behind', () => {
  void Promise.reject(new Error('left behind'));
});
