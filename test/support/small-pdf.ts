/** The tests' documents are those of the kit for tests. */
export * from '../../src/testing/small-pdf.ts';
