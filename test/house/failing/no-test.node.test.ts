/** Fails on purpose; see ../runner.node.test.ts. */
import 'node:test';
