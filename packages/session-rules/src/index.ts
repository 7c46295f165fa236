/** The rules of a session (signer API, sections 3 and 4), without a clock, a database or a schema library. */
export * from './attempts.ts';
export * from './checks.ts';
export * from './codes.ts';
export * from './session.ts';
export * from './steps.ts';
