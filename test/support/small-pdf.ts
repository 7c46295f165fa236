/** The tests' documents are those of the kit for tests. */
export * from '../../packages/testing/src/small-pdf.ts';
