/** Fails on purpose, in a run in which engines die; see ../lost-browser.node.test.ts. */
it('fails', () => {
  throw new Error('on purpose');
});
